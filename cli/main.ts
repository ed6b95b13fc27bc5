#!/usr/bin/env bun
import { runProgram } from './program.ts'

// A reader such as `head` may leave before the end; that is no fault.
process.stdout.on('error', error => {
  if ('code' in error && error.code === 'EPIPE') process.exit(0)
  throw error
})

process.exitCode = await runProgram(process.argv.slice(2))
