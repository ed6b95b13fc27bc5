import { describe, expect, test } from 'bun:test'
import { thisRelease } from '../../adapters/program/release.ts'
import { shippedGrinders } from '../../db/data/shipped.ts'
import { dialin } from './cli.ts'

describe('dialin convert', () => {
  test('answers in words, with the range', async () => {
    const { out, err, exit } = await dialin(['convert', 'comandante-c40-mk4', '24', '1zpresso-k-ultra'])
    expect(exit).toBe(0)
    expect(err).toBe('')
    expect(out).toContain('24 clicks on the Comandante C40 MK4\nis about 7.8 on the 1Zpresso K-Ultra (6.7 to 8.8)')
  })

  test('accepts names as people say them and settings as the dial shows them', async () => {
    const { out } = await dialin(['convert', 'jx', '2.5.1', 'ode 2'])
    expect(out).toContain('2.5.1 on the 1Zpresso JX\nis about 5.2 on the Fellow Ode Gen 2')
  })

  test('lists the candidates for an ambiguous name', async () => {
    const { out, err, exit } = await dialin(['convert', 'c40', '24', 'k ultra'])
    expect([exit, out]).toEqual([1, ''])
    expect(err).toContain('comandante-c40-mk3')
    expect(err).toContain('comandante-c40-mk4')
  })

  test.each([
    [
      'an unknown grinder',
      ['convert', 'xyzzy', '24', 'encore'],
      1,
      'We don’t know a grinder called "xyzzy". Closest: ',
    ],
    ['another order', ['convert', 'c40 mk4', 'encore', '24'], 1, 'Example: dialin convert "c40 mk4" 24 "k ultra"'],
    [
      'a setting off the dial',
      ['convert', 'c40 mk4', '92', 'encore'],
      1,
      'goes from 0 to 40 clicks, so 92 is off its dial.',
    ],
    [
      'a negative setting',
      ['convert', 'c40 mk4', '-1', 'encore'],
      1,
      'goes from 0 to 40 clicks, so -1 is off its dial.',
    ],
    ['NaN', ['convert', 'c40 mk4', 'NaN', 'encore'], 1, 'setting must be a number'],
    ['an empty setting', ['convert', 'c40 mk4', '', 'encore'], 1, 'it is empty'],
    ['an empty name', ['convert', '', '24', 'encore'], 1, 'We don’t know a grinder called ""'],
    ['a missing argument', ['convert', 'c40 mk4', '24'], 2, "missing required argument 'to'"],
    ['an unknown option', ['convert', '--colour', 'c40 mk4', '24', 'encore'], 2, "unknown option '--colour'"],
    ['an unknown command', ['brew'], 2, "unknown command 'brew'"],
  ])('%s: a sentence on standard error and a code', async (_, args, code, sentence) => {
    const { out, err, exit } = await dialin(args)
    expect([exit, out]).toEqual([code, ''])
    expect(err).toContain(sentence)
    expect(err).not.toContain('    at ')
  })
})

describe('dialin chart', () => {
  test('has a row per method and draws the curve', async () => {
    const { out, exit } = await dialin(['chart', 'encore'])
    expect(exit).toBe(0)
    expect(out).toMatch(/^V60 +\d+ +\d+ to \d+ +41 +692$/m)
    expect(out).toMatch(/[\u2801-\u28ff]{3}/)
    expect(out).toMatch(/0 +20 +40 +60 +80 +100 {2}index/)
  })

  test('draws a falling curve if higher is finer', async () => {
    const { out } = await dialin(['chart', '5kcg8433'])
    const firstDot = out.split('\n').find(line => /[\u2801-\u28ff]/.test(line)) ?? ''
    const lastDot = out.split('\n').findLast(line => /[\u2801-\u28ff]/.test(line)) ?? ''
    expect(firstDot.search(/[\u2801-\u28ff]/)).toBeLessThan(lastDot.search(/[\u2801-\u28ff]/))
  })
})

test('dialin grinders list shows every grinder, or those searched for', async () => {
  expect((await dialin(['grinders', 'list'])).out).toContain(`${shippedGrinders.list().length} grinders`)
  const found = await dialin(['grinders', 'list', 'k', 'ultra'])
  expect(found.out).toMatch(/^1zpresso-k-ultra +1Zpresso +K-Ultra +0 to 10 +high$/m)
  expect((await dialin(['grinders', 'list', 'teapot'])).out).toContain('No grinder matches "teapot". Closest: ')
})

test('every command has help with examples, and exits with 0', async () => {
  const walk = async (path: string[]) => {
    const { out, exit } = await dialin([...path, '--help'])
    const inner = [
      ...(/^Commands:\n([\s\S]*?)\n\n|^Commands:\n([\s\S]*)/m.exec(out)?.[0] ?? '').matchAll(/^ {2}([a-z-]+)/gm),
    ]
      .map(([, name = '']) => name)
      .filter(name => name !== 'help')
    expect([path, exit]).toEqual([path, 0])
    if (inner.length === 0 || path.length === 0)
      expect([path, out]).toEqual([path, expect.stringContaining('Examples:\n  ')])
    for (const name of inner) await walk([...path, name])
    return inner.length
  }
  expect(await walk([])).toBeGreaterThan(10)
  expect((await dialin(['--version'])).out).toBe(`${thisRelease}\n`)
})
