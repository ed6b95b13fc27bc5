type CountedWords = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** What the later scripts say in English; in other languages it comes with the words of the card. */
export const secondEnglish = {
  change: 'Change',
  none: 'Remove my grinder',
  yours: 'Your grinder',
  onYours: 'on your {}',
  nearest: 'is as close as it gets',
  further: 'and coarser, by taste',
  from: '{} to {}',
  finer: 'Finer if it is sour',
  coarser: 'Coarser if it is bitter',
  clicks: { one: '{} click', other: '{} clicks' } as CountedWords,
  turns: { one: '{} turn', other: '{} turns' } as CountedWords,
  search: 'Search {} grinders',
  popular: 'Popular',
  results: '{} found',
  noMatch: 'No grinder by that name.',
  closest: 'Closest names',
  clear: 'Clear',
  kept: 'Remembered on this device. We count the grinder, not you.',
  close: 'Close',
  techniques: 'Techniques',
}
export type SecondWords = typeof secondEnglish
