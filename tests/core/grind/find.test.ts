import { describe, expect, test } from 'bun:test'
import { grinderMeant, grinderOf, machineCalled, nearestSlugs } from '../../../core/grind/find.ts'
import { fullName } from '../../../core/grind/name.ts'
import { shippedMachines as machines } from '../../../db/data/machines.ts'
import { shippedGrinders as grinders } from '../../../db/data/shipped.ts'

const answerFor = (name: string) => {
  try {
    return grinderOf(grinders, name).slug
  } catch (error) {
    return (error as Error).message
  }
}

/** Models that are only a common word: "Mini" alone does not identify a brand. */
const needsItsBrand = [
  ...['anfim-best', 'barista-space-premium', 'bravo-it', 'handground-precision', 'helor-101', 'javapresse-manual'],
  ...['kaldi-ceramic-mill', 'porlex-mini', 'porlex-tall', 'timemore-go', 'varia-hand-grinder'],
]

describe('of all grinders that ship', () => {
  test('each is found by its slug and its full name, in any case', () => {
    for (const grinder of grinders.list())
      for (const name of [
        grinder.slug,
        fullName(grinder),
        fullName(grinder).toUpperCase(),
        grinder.slug.replaceAll('-', ' '),
      ])
        expect([name, answerFor(name)]).toEqual([name, grinder.slug])
  })

  test('each is found by its model, unless it is shared or only a common word', () => {
    const models = Map.groupBy(grinders.list(), ({ model }) => model)
    for (const [model, [grinder, another]] of models) {
      const isFound = grinder && !another && !needsItsBrand.includes(grinder.slug)
      if (isFound) expect([model, answerFor(model)]).toEqual([model, grinder.slug])
      else expect(answerFor(model)).toMatch(/matches several grinders|We don’t know/)
    }
  })

  test('none is found by one or two letters that are not its whole model', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz'
    const short = [...letters].flatMap(one => [one, ...[...letters].map(other => `${one}${other}`)])
    const found = short.flatMap(name => grinderMeant(grinders.list(), name) ?? [])
    expect(found.map(({ model }) => model)).toEqual(['J', 'JE', 'JX', 'ZM'])
  })

  test('none is found by part of a name together with a word that is not in it', () => {
    for (const grinder of grinders.list())
      for (const name of [
        `${fullName(grinder)} xyzzy`,
        `${grinder.slug} = 1`,
        `${grinder.model}; drop`,
        `my ${grinder.slug}`,
      ])
        expect([name, answerFor(name)]).toEqual([name, expect.stringMatching(/^We don’t know|matches several/)])
  })
})

describe('the name', () => {
  test.each([
    ['k ultra', '1zpresso-k-ultra'],
    ['K-ULTRA', '1zpresso-k-ultra'],
    ['kultra', '1zpresso-k-ultra'],
    ['1Zpresso K Ultra', '1zpresso-k-ultra'],
    ['c40 mk4', 'comandante-c40-mk4'],
    ['c40mk4', 'comandante-c40-mk4'],
    ['C 40 MK 4', 'comandante-c40-mk4'],
    ['comandant c40 mk4', 'comandante-c40-mk4'],
    ['Comandante C40 MK4 hand grinder', 'comandante-c40-mk4'],
    ['ode 2', 'fellow-ode-gen-2'],
    ['Fellow Ode Gen2', 'fellow-ode-gen-2'],
    ['encore', 'baratza-encore'],
    ['Encore coffee grinder', 'baratza-encore'],
    ['encore esp', 'baratza-encore-esp'],
    ['jx', '1zpresso-jx'],
    ['JX-Pro', '1zpresso-jx-pro'],
    ['J', '1zpresso-j'],
    ['K6', 'kingrinder-k6'],
    ['specialità', 'eureka-mignon-specialita'],
    ['specialita', 'eureka-mignon-specialita'],
    ['niche zero', 'niche-zero'],
    ['timemore c2', 'timemore-c2'],
    ['virtuoso+', 'baratza-virtuoso-plus'],
    ['virtuoso plus', 'baratza-virtuoso-plus'],
    ['Sage Smart Grinder Pro', 'breville-smart-grinder-pro'],
    ['DF64 V', 'turin-df64v'],
    ['ek 43 s', 'mahlkonig-ek43-s'],
    ['sette 270 wi', 'baratza-sette-270wi'],
    ['mini mill plus', 'hario-mini-mill-plus'],
    ["De'Longhi KG79", 'delonghi-kg79'],
    ['Delonghi KG79', 'delonghi-kg79'],
    ['mahlkonig x54', 'mahlkonig-x54'],
  ])('%p means %s', (name, slug) => {
    expect(answerFor(name)).toBe(slug)
  })

  test.each([
    ['c40', ['comandante-c40-mk3', 'comandante-c40-mk4', 'comandante-c40-red-clix']],
    ['niche', ['niche-duo', 'niche-zero']],
    ['df64', ['turin-df64-gen-1', 'turin-df64-gen-2']],
    ['K', ['1zpresso-k-max', '1zpresso-k-plus', '1zpresso-k-pro', '1zpresso-k-ultra']],
  ])('%p matches several, which are listed', (name, slugs) => {
    const list = `${slugs.slice(0, -1).join(', ')} and ${slugs.at(-1)}`
    expect(answerFor(name)).toBe(`"${name}" matches several grinders: ${list}. Be more specific.`)
  })

  test.each(['mini', 'pro', 'max', 'plus', 'baratza'])(
    '%p matches several, of which a dozen at most are listed',
    name => {
      const [, listed = '', rest] =
        answerFor(name).match(/matches several grinders: (.*?)( and \d+ more)?\. Be more/) ?? []
      expect(listed.split(/, | and /).length).toBe(rest ? 12 : listed.split(/, | and /).length)
      expect(listed.split(/, | and /).length).toBeGreaterThan(3)
    },
  )

  test.each([
    ...[
      'hand grinder',
      'handgrinders',
      'grinder',
      'coffee grinder',
      'manual coffee grinder',
      'electric mill',
      'M',
      'e',
      'it',
    ],
    ...[
      "' or 1=1",
      "' or 1",
      '1=1',
      '24',
      '101',
      '',
      '   ',
      'tea',
      'teapot',
      'best grinder',
      'blade grinder',
      'mk4',
      'v2',
    ],
    ...['conical burr grinder', 'ceramic burr', 'travel grinder', 'encore espresso', 'my grinder', 'ap', 'ni'],
    ...[
      'Comandante C40 MK4 of my aunt',
      'k-ultra!',
      'k ultra; drop table',
      'コマンダンテ',
      'コマンダンテ k ultra',
      'kg7',
      'con',
    ],
    ...['comandant c-fourty', '__proto__', 'constructor', 'k ultra k ultra '.repeat(40), 'a b c d e f g h i j k l m n'],
  ])('%p is no grinder; the three that are closest are named', name => {
    expect(answerFor(name)).toMatch(
      /^We don’t know a grinder called ".*"\. Closest: [a-z0-9-]+, [a-z0-9-]+, [a-z0-9-]+\.$/,
    )
    expect(grinderMeant(grinders.list(), name)).toBeUndefined()
  })

  test.each([
    ['hand grinder', 'varia-hand-grinder'],
    ['comandante-c40', 'comandante-c40-mk4'],
    ['commandante-c40-mk4', 'comandante-c40-mk4'],
    ['1zpreso-k-ultr', '1zpresso-k-ultra'],
    ['fellow-ode', 'fellow-ode-gen-2'],
    ['', '1zpresso-j'],
  ])('%p is close to %s, among three', (name, slug) => {
    expect(nearestSlugs(grinders, name)).toHaveLength(3)
    expect(nearestSlugs(grinders, name)).toContain(slug)
  })

  test('that matches several means the one that the person owns; one that matches none stays unknown', () => {
    const owns = ({ slug }: { slug: string }) => slug === 'comandante-c40-mk3' || slug === 'varia-hand-grinder'
    expect(grinderMeant(grinders.list(), 'C40', owns)?.slug).toBe('comandante-c40-mk3')
    expect(grinderMeant(grinders.list(), 'hand grinder', owns)).toBeUndefined()
  })
})

describe('a machine', () => {
  test('is found by its slug and its full name', () => {
    for (const machine of machines.list())
      for (const name of [machine.slug, fullName(machine)]) expect(machineCalled(machines, name)).toBe(machine)
  })

  test.each([
    ['aeropress go', 'aeropress-go'],
    ['robot', 'cafelat-robot'],
    ['flair 58', 'flair-58'],
    ['linea mini', 'la-marzocco-linea-mini'],
    ['bambino', 'breville-bambino'],
    ['v60 02', 'hario-v60-02'],
    ['chemex 6 cup', 'chemex-classic-6-cup'],
  ])('%p means %s', (name, slug) => {
    expect(machineCalled(machines, name).slug).toBe(slug)
  })

  test.each([
    'espresso machine',
    'mini',
    'go',
    'classic',
    'dripper',
    'm',
    's',
    '58',
    'cold brew',
    'teapot',
    "' or 1=1",
  ])('%p is none', name => {
    expect(() => machineCalled(machines, name)).toThrow(/^We don’t know a machine called|matches several machines: /)
  })
})
