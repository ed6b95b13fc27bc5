import { grindersHere } from '../../adapters/equipment/equipment-here.ts'
import { Fault } from '../../core/errors.ts'
import { grinderOf } from '../../core/grind/find.ts'
import { convertGrindSetting } from '../../core/grind/grinders.ts'
import { brewMethods } from '../../core/grind/methods.ts'
import type { GrinderCatalog } from '../../core/grind/model.ts'
import { fullName } from '../../core/grind/name.ts'
import { rangeLabelOf } from '../../core/grind/notation.ts'
import { bold, dim, green, print, printJson, yellow } from '../print.ts'
import { printSource } from '../source.ts'
import { terminal } from '../terminal.ts'

export async function convert(fromName: string, setting: string, toName: string, { json }: { json?: boolean }) {
  const { grinders, data } = await grindersHere(terminal().env)
  const from = named(fromName, grinders)
  const to = named(toName, grinders)
  const conversion = await convertGrindSetting({ from: from.slug, setting, to: to.slug }, { grinders })
  if (json) return printJson({ ...conversion, data })
  const { grindIndex, microns, methods, reachable, confidence, rangeReason, caution } = conversion
  const names = brewMethods.filter(({ id }) => methods.includes(id)).map(({ name }) => name)
  const lines = [
    `${bold(conversion.from.label)} on the ${fullName(from)}`,
    reachable
      ? `is about ${green(bold(conversion.to.label))} on the ${fullName(to)} (${rangeLabelOf(to, conversion.to.range)})`
      : yellow(`is out of reach of the ${fullName(to)}; the closest setting is ${conversion.to.label}`),
    '',
    `${dim('grind index')}  ${grindIndex}, about ${microns} um`,
    `${dim('brews')}        ${names.join(', ') || 'between two methods'}`,
    `${dim('confidence')}   ${confidence}`,
  ]
  if (reachable) lines.push('', rangeReason)
  if (caution) lines.push('', yellow(`${caution}.`))
  print(lines.join('\n'))
  printSource(data)
}

/** If someone passes a setting where a grinder belongs, the error shows the right order. */
function named(name: string, grinders: GrinderCatalog) {
  try {
    return grinderOf(grinders, name)
  } catch (error) {
    if (!(error instanceof Fault) || !/^\d[\d.]*( ?[a-z]+)?$/i.test(name)) throw error
    throw new Fault(error.code, `${error.message} Example: dialin convert "c40 mk4" 24 "k ultra"`)
  }
}
