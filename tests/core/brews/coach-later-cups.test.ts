import { describe, expect, test } from 'bun:test'
import type { BrewedCup } from '../../../core/brews/brewed-cup.ts'
import type { ExtractionFeedback } from '../../../core/brews/model.ts'
import { nextStep } from '../../../core/brews/next-step.ts'
import { methodIds } from '../../../core/grind/methods.ts'
import { c40, cupOn, followed, followedWith, niche, sentence, tasting } from './followed.ts'

type Word = keyof ExtractionFeedback

describe('the clock counts at any point of a run', () => {
  const shots = (...cups: [number, Word][]) =>
    followedWith(
      cupOn(niche, 'espresso', {}),
      cups.map(([brewTimeSeconds, word]) => ({ ...tasting(word), brewTimeSeconds })),
    ).steps
  const sour = (count: number) => Array.from({ length: count }, (): [number, Word] => [28, 'sour'])

  test.each([1, 2, 3, 4, 5, 6, 7])('a shot that gushes after %d sour ones goes finer', count => {
    for (const word of ['sour', 'bitter', 'watery'] as const)
      expect(shots(...sour(count), [12, word]).at(-1)).toMatchObject({
        change: 'grind',
        direction: 'finer',
        reason: expect.stringContaining('12 s is fast for this shot'),
      })
  })

  test('and one that chokes after seven bitter ones goes coarser', () => {
    const bitter = Array.from({ length: 7 }, (): [number, Word] => [28, 'bitter'])
    expect(shots(...bitter, [55, 'bitter']).at(-1)?.reason).toContain('55 s is slow for this shot')
  })
})

describe('a moka pot that takes 12:00', () => {
  const moka = (word: Word) => cupOn(c40, 'moka', { ...tasting(word), waterGrams: 149, brewTimeSeconds: 720 })

  test.each(['bitter', 'sour', 'watery', 'strong'] as const)('needs more heat before another grind: %s', word => {
    const step = nextStep(moka(word))
    expect(step && sentence(step)).toBe(
      '12:00 is far too long for this pot; aim for about 2:55. The heat is too low, and the coffee cooks. Leave the grind. Start with water just off the boil, and turn up the flame until the brew takes about that long.',
    )
  })

  test('is told again beside later steps', () => {
    const { steps } = followed(moka('bitter'), 3)
    expect(steps[1]?.reason).toContain('12:00 is still too long')
    expect(steps[2]?.reason).toContain('a higher flame would change more')
  })

  test('is left alone when it only started cold', () => {
    expect(nextStep({ ...moka('bitter'), brewTimeSeconds: 300 })?.change).toBe('grind')
  })
})

describe('a cup that is called choked', () => {
  const choked = (seconds: number, more: Partial<BrewedCup> = {}) =>
    cupOn(niche, 'espresso', { outcome: 'choked', brewTimeSeconds: seconds, ...more })

  test('in the planned time, or less, has its time and its start doubted', () => {
    for (const seconds of [28, 12]) {
      const step = nextStep(choked(seconds))
      expect(step?.change).toBe('preparation')
      expect(step && sentence(step)).toStartWith(
        `${seconds} s is not slow for this shot, so the time may be wrong, or only the start was slow. Leave the grind, and time the next one from the first water on. Weigh the dose`,
      )
    }
    const v60 = nextStep(cupOn(c40, 'v60', { outcome: 'clogged', brewTimeSeconds: 180 }))
    expect(v60?.reason).toStartWith('3:00 is not slow for this brew')
  })

  test('again and again gets another idea each time', () => {
    const { steps } = followed(choked(28), 4)
    expect(new Set(steps.map(sentence)).size).toBe(4)
  })

  test('is not said to have a taste profile', () => {
    for (const method of methodIds)
      for (const brewTimeSeconds of [null, 60, 240])
        expect(nextStep(cupOn(c40, method, { outcome: 'choked', brewTimeSeconds }))?.reason).not.toContain('profile')
  })
})

describe('why the amounts are left', () => {
  const reasonAfter = (...cups: [Partial<BrewedCup>, Word][]) => {
    const [last, ...earlier] = cups.map(([more, word]) => cupOn(c40, 'v60', { ...more, ...tasting(word) })).toReversed()
    return nextStep(last as BrewedCup, earlier)?.reason
  }

  test('more coffee that was tried has not helped', () => {
    const doses = [15, 16, 17, 15, 18].map((doseGrams): [Partial<BrewedCup>, Word] => [{ doseGrams }, 'watery'])
    expect(reasonAfter(...doses)).toBe('More coffee has not helped: a finer grind extracts more')
  })

  test('less water is called that', () => {
    const waters = [245, 235, 225, 245, 215].map((waterGrams): [Partial<BrewedCup>, Word] => [{ waterGrams }, 'watery'])
    expect(reasonAfter(...waters)).toBe('Less water has not helped: a finer grind extracts more')
  })

  test('more coffee that was too much has helped', () => {
    const cups: [Partial<BrewedCup>, Word][] = [
      [{ doseGrams: 18 }, 'strong'],
      [{ doseGrams: 15 }, 'watery'],
      [{ doseGrams: 15.6 }, 'watery'],
      [{ doseGrams: 16.2 }, 'watery'],
      [{ doseGrams: 16.8 }, 'watery'],
    ]
    expect(reasonAfter(...cups)).toBe('Weak and too strong are close together here: a finer grind extracts more')
  })
})

describe('a run in which everything was tried', () => {
  test.each(methodIds)('ends with saying so, and not with one sentence over and over: %s', method => {
    for (const word of ['sour', 'bitter', 'watery', 'strong'] as const) {
      const said = followed(cupOn(method === 'espresso' ? niche : c40, method, tasting(word)), 24).steps.map(sentence)
      expect([word, said.filter((one, n) => n > 0 && one === said[n - 1])]).toEqual([word, []])
      expect(said.at(-1)).toBe(
        'That’s 24 cups that were off, and we’re out of ideas. Stop here: brew the recipe as it was written, or try another coffee.',
      )
    }
  })

  test('also where they are sour and bitter at once, or flat', () => {
    for (const cup of [tasting('sour', 'bitter'), { outcome: 'flat' }]) {
      const said = followed(cupOn(c40, 'v60', cup), 9).steps.map(sentence)
      expect(new Set(said).size).toBe(9)
    }
  })
})
