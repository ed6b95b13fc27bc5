import { copyBetween } from '../../adapters/compose.ts'
import { placeIn, placeOf } from '../../adapters/place.ts'
import { Fault } from '../../core/errors.ts'
import { untilInterrupted } from '../interrupt.ts'
import { print, printJson, table } from '../print.ts'
import { type Progress, progress } from '../progress.ts'
import { terminal } from '../terminal.ts'
import { readWorld, withWorld } from '../world.ts'

interface CopyOptions {
  to: string
  from?: string
  json?: boolean
}

export async function copy({ to, from, json }: CopyOptions) {
  const source = from === undefined ? placeIn(terminal().env) : placeOf('--from', from)
  const target = placeOf('--to', to)
  if ((source.databaseUrl ?? source.dataDir) === (target.databaseUrl ?? target.dataDir))
    throw new Fault('invalid', '--to names the database that is copied from; give another, empty one.')

  let bar: Progress | undefined
  const steps = {
    begin: (rows: number) => {
      bar = progress('Copying', rows)
    },
    advance: (rows: number) => bar?.advance(rows),
  }
  const report = await untilInterrupted(() => copyBetween(source, target, steps)).finally(() => bar?.done())
  if (json) return printJson(report)
  const count = (rows: number) => rows.toLocaleString('en')
  print(
    table<(typeof report.tables)[number]>(
      [
        { heading: 'Table', of: ({ name }) => name },
        { heading: 'Rows', of: ({ rows }) => count(rows), align: 'right' },
      ],
      report.tables.filter(({ rows }) => rows > 0),
    ),
  )
  print(`${count(report.rows)} rows copied and counted, from ${report.from} to ${report.to}.`)
}

export async function verify({ repair = false, json }: { repair?: boolean; json?: boolean }) {
  const open = repair ? withWorld : readWorld
  const checks = await open(world =>
    world.verify(repair, figure => {
      if (!json) print(`Recomputing ${figure} …`)
    }),
  )
  const off = checks.filter(({ drift }) => drift.length > 0)
  if (json) printJson({ ok: off.length === 0, checks })
  else if (off.length === 0) print('Every stored figure is what its rows say.')
  for (const { name, drift, repaired } of json ? [] : off) {
    print(`\n${name}: ${repaired ? 'put right' : 'off'}`)
    print(
      table<(typeof drift)[number]>(
        [
          { heading: 'What', of: ({ what }) => what },
          { heading: 'Stored', of: ({ stored }) => stored ?? '' },
          { heading: 'Is', of: ({ counted }) => counted ?? '' },
        ],
        drift.slice(0, 10),
      ),
    )
    if (drift.length > 10) print(`… and ${drift.length - 10} more, or many more`)
  }
  if (off.length > 0 && !repair) {
    if (!json) print('\n`dialin db verify --repair` writes what is right.')
    terminal().exitCode = 1
  }
}
