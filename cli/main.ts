#!/usr/bin/env bun
import process from 'node:process'

if (typeof Bun === 'undefined') {
  console.error('Dialin runs on Bun. With only Node on the machine: npx -y bun@1.4.4 run dialin …')
  process.exit(127)
}
const { failed, runProgram } = await import('./program.ts')

const end = (error: unknown) => failed(error).then(code => process.exit(code))

process.stdout.on('error', error => {
  // A reader such as `head` may leave before the end; that is no fault.
  if ('code' in error && error.code === 'EPIPE') process.exit(0)
  void end(Object.assign(error, { path: 'standard output' }))
})
// Nobody is left to be told.
process.stderr.on('error', () => {})
const args = process.argv.slice(2)
// What ends a service belongs in its log whole.
if (args[0] !== 'serve') process.on('uncaughtException', end)

const code = await runProgram(args)
process.exitCode = code
// What was interrupted would go on.
if (code > 128) process.exit(code)
