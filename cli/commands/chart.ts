import { grindersHere } from '../../adapters/equipment/equipment-here.ts'
import type { ChartRow } from '../../core/grind/chart.ts'
import { grinderOf } from '../../core/grind/find.ts'
import { getGrinderChart } from '../../core/grind/grinders.ts'
import { fullName } from '../../core/grind/name.ts'
import { ownersInWords } from '../../core/grind/range-reason.ts'
import { plotCurve } from '../plot.ts'
import { bold, dim, paragraph, print, printJson, table, terminalWidth, yellow } from '../print.ts'
import { printSource } from '../source.ts'
import { terminal } from '../terminal.ts'

export async function chart(name: string, { json }: { json?: boolean }) {
  const { grinders, data } = await grindersHere(terminal().env)
  const grinder = grinderOf(grinders, name)
  const chart = await getGrinderChart({ grinder: grinder.slug }, { grinders })
  if (json) return printJson({ ...chart, data })
  const faded = (text: string, { reachable }: ChartRow) => (reachable ? text : dim(text))
  print(`${bold(fullName(grinder))}  ${dim(grinder.slug)}`)
  print(
    `dial ${chart.scale.label}${chart.scale.finerIsHigher ? ', higher is finer' : ''}; ${chart.confidence} confidence`,
  )
  const owners = ownersInWords(grinder)
  if (owners) print(`${owners}.`)
  print('')
  print(
    table<ChartRow>(
      [
        { heading: 'method', of: ({ label }) => label, paint: faded },
        { heading: 'setting', of: ({ settingLabel }) => settingLabel, align: 'right', paint: faded },
        {
          heading: 'range',
          of: ({ rangeLabel, reachable }) => (reachable ? rangeLabel : 'out of reach; closest'),
          paint: faded,
        },
        { heading: 'index', of: ({ grindIndex }) => String(grindIndex), align: 'right', spare: true, paint: faded },
        { heading: 'um', of: ({ microns }) => String(microns), align: 'right', spare: true, paint: faded },
      ],
      chart.methods,
    ),
  )
  for (const [caution, methods] of Map.groupBy(chart.methods, method => method.caution))
    if (caution) print(`\n${yellow(paragraph(`${methods.map(({ label }) => label).join(', ')}: ${caution}.`))}`)
  print(`\n${dim(paragraph(chart.rangeReason))}`)
  print('')
  print(plotCurve(grinder, terminalWidth()))
  if (grinder.notes) print(`\n${dim(paragraph(grinder.notes))}`)
  printSource(data)
}
