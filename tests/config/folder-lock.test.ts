import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockOn } from '../../adapters/program/folder-lock.ts'
import { temporaryFolder } from '../support/templates.ts'

test('a lock is held by one process until it releases it', () => {
  const file = join(temporaryFolder(), 'lock')
  const held = lockOn(file)
  expect([held !== undefined, lockOn(file)]).toEqual([true, undefined])
  held?.close()
  const next = lockOn(file)
  expect(next).toBeDefined()
  next?.close()
})

test('a file that is not a lock is held by nobody, and the error says what is wrong with it', () => {
  const file = join(temporaryFolder(), 'lock')
  writeFileSync(file, 'no lock, but a text that somebody put there. '.repeat(50))
  expect(() => lockOn(file)).toThrow('file is not a database')
})
