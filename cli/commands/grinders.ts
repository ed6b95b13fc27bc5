import { grindersHere } from '../../adapters/grinders-here.ts'
import { nearestSlugs } from '../../core/grind/find.ts'
import * as core from '../../core/grind/grinders.ts'
import type { Grinder } from '../../core/grind/model.ts'
import { dialRangeOf } from '../../core/grind/notation.ts'
import { sayData } from '../data.ts'
import { dim, say, sayJson, table } from '../print.ts'

export async function listGrinders(search: string, { json }: { json?: boolean }) {
  const { grinders, data } = await grindersHere(process.env)
  const list = await core.listGrinders(search === '' ? {} : { search }, { grinders })
  if (json) return sayJson({ ...list, data })
  if (list.count === 0)
    return say(`No grinder matches "${search}"; the nearest are ${nearestSlugs(grinders, search).join(', ')}.`)
  const found = list.grinders.flatMap(({ slug }) => grinders.bySlug(slug) ?? [])
  say(
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
  say(dim(list.count === 1 ? '1 grinder' : `${list.count} grinders`))
  sayData(data)
}
