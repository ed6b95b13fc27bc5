import { describe, expect, test } from 'bun:test'
import { dialin, dialinOnTerminal, dialinProcess } from './cli.ts'

const widest = (text: string) => Math.max(...text.split('\n').map(line => Bun.stringWidth(line)))

describe('on a terminal', () => {
  test('tables and curves fit its width', async () => {
    for (const args of [
      ['chart', 'k ultra'],
      ['grinders', 'list', '1zpresso'],
    ])
      for (const cols of [60, 100]) {
        const { out } = await dialinOnTerminal(args, cols, { NO_COLOR: '1' })
        expect(widest(out)).toBeLessThanOrEqual(cols)
      }
  })

  test('that reports a width of 0, 80 columns are assumed', async () => {
    const args = ['chart', 'k ultra']
    expect(await dialinOnTerminal(args, 0)).toEqual(await dialinOnTerminal(args, 80))
  })

  test('output is coloured, unless NO_COLOR is set or it is piped', async () => {
    const args = ['chart', 'encore']
    expect((await dialinOnTerminal(args, 80)).out).toContain('\x1b[1m')
    expect((await dialinOnTerminal(args, 80, { NO_COLOR: '1' })).out).not.toContain('\x1b[')
    expect((await dialin(args)).out).not.toContain('\x1b[')
  })
})

test.each([
  ['an answer', ['convert', 'c40 mk4', '24', 'k ultra'], 0],
  ['a fault', ['convert', 'xyzzy', '24', 'encore'], 1],
  ['a slip of the tongue', ['brew'], 2],
])('the process that gives %s says and ends the same', async (_, args, exit) => {
  const here = await dialin(args)
  expect(await dialinProcess(args)).toEqual(here)
  expect(here.exit).toBe(exit)
})

test('a reader that closes early is not an error', async () => {
  const child = Bun.spawn(
    ['bash', '-c', `"${process.execPath}" cli/main.ts grinders list | head -1; exit \${PIPESTATUS[0]}`],
    {
      env: { PATH: '/usr/bin:/bin' },
      stdout: 'ignore',
      stderr: 'pipe',
    },
  )
  expect([await child.exited, await new Response(child.stderr).text()]).toEqual([0, ''])
})
