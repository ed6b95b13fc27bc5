#!/usr/bin/env bun
import process from 'node:process'

if (typeof Bun === 'undefined') {
  console.error('Dialin runs on Bun. With only Node on the machine: npx -y bun@1.4.4 run dialin …')
  process.exit(127)
}
const { failed, runProgram } = await import('./program.ts')

const end = (error: unknown) => failed(error).then(code => process.exit(code))

process.stdout.on('error', error => {
  // A reader such as `head` may close the pipe early; that is not an error.
  if ('code' in error && error.code === 'EPIPE') process.exit(0)
  void end(Object.assign(error, { path: 'standard output' }))
})
// Standard error is closed, so there is nowhere to report this.
process.stderr.on('error', () => {})
const args = process.argv.slice(2)
// An error that ends the service must be logged in full, so leave it to Bun.
if (args[0] !== 'serve') process.on('uncaughtException', end)

const code = await runProgram(args)
process.exitCode = code
// Interrupted work would otherwise go on.
if (code > 128) process.exit(code)
