import { grindersHere } from '../../adapters/equipment/equipment-here.ts'
import { nearestSlugs } from '../../core/grind/find.ts'
import * as core from '../../core/grind/grinders.ts'
import type { Grinder } from '../../core/grind/model.ts'
import { dialRangeOf } from '../../core/grind/notation.ts'
import { dim, print, printJson, table } from '../print.ts'
import { printSource } from '../source.ts'
import { terminal } from '../terminal.ts'

export async function listGrinders(asked: string, { json }: { json?: boolean }) {
  const search = core.searchFrom(asked)
  const { grinders, data } = await grindersHere(terminal().env)
  const list = await core.listGrinders(search === '' ? {} : { search }, { grinders })
  if (json) return printJson({ ...list, data })
  if (list.count === 0)
    return print(`No grinder matches "${search}". Closest: ${nearestSlugs(grinders, search).join(', ')}.`)
  const found = list.grinders.flatMap(({ slug }) => grinders.bySlug(slug) ?? [])
  print(
    table<Grinder>(
      [
        { heading: 'slug', of: ({ slug }) => slug },
        { heading: 'brand', of: ({ brand }) => brand },
        { heading: 'model', of: ({ model }) => model },
        { heading: 'dial', of: dialRangeOf, spare: true },
        { heading: 'confidence', of: ({ confidence }) => confidence, spare: true },
      ],
      found,
    ),
  )
  print(dim(list.count === 1 ? '1 grinder' : `${list.count} grinders`))
  printSource(data)
}
