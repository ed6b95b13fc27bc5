import { resolve } from 'node:path'
import { copyBetween, placeOf } from '../../adapters/compose.ts'
import { readConfig } from '../../adapters/config.ts'
import { Fault } from '../../core/errors.ts'
import { print, printJson, table } from '../print.ts'
import { type Progress, progress } from '../progress.ts'
import { terminal } from '../terminal.ts'

interface CopyOptions {
  to: string
  from?: string
  json?: boolean
}

export async function copy({ to, from, json }: CopyOptions) {
  const source = from === undefined ? readConfig(terminal().env) : placeOf(from)
  const target = placeOf(to)
  const placeName = ({ databaseUrl, dataDir }: typeof target) => databaseUrl ?? resolve(dataDir)
  if (placeName(source) === placeName(target))
    throw new Fault('invalid', '--to names the database that is copied from; give another, empty one.')

  let bar: Progress | undefined
  const report = await copyBetween(source, target, {
    begin: rows => {
      bar = progress('Copying', rows)
    },
    advance: rows => bar?.advance(rows),
  }).finally(() => bar?.done())
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
