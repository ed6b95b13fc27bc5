/**
 * The common word for a grind. The bounds are our choice; they separate the methods' bands
 * (methods.ts).
 */
export function grindInWords(grindIndex: number) {
  return sizes.find(({ below }) => grindIndex < below)?.words ?? 'Extra coarse'
}

const sizes = [
  { below: 2, words: 'Extra fine' },
  { below: 16, words: 'Fine' },
  { below: 32, words: 'Medium-fine' },
  { below: 48, words: 'Medium' },
  { below: 58, words: 'Medium-coarse' },
  { below: 72, words: 'Coarse' },
]
