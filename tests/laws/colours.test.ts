import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { Glob } from 'bun'

/** Files where a colour is an example of user input, or black and white. */
const allowed = [
  'adapters/design/tokens.ts',
  'adapters/http/pages/docs/curl.ts',
  'widget/attributes.ts',
  'widget/colour.ts',
  'widget/looks.ts',
]

test('a colour has a name, and only adapters/design/tokens.ts has its value', () => {
  const places = ['adapters/http/pages', 'adapters/email', 'adapters/design', 'widget']
  const files = places.flatMap(place => [...new Glob(`${place}/**/*.{ts,tsx,css}`).scanSync()])
  expect(files.length).toBeGreaterThan(50)
  const offences = files
    .filter(file => !allowed.includes(file))
    .flatMap(file =>
      [...readFileSync(file, 'utf8').matchAll(/#[0-9a-f]{6}\b|%23[0-9a-f]{6}\b/gi)].map(([hex]) => `${file}: ${hex}`),
    )
  expect(offences).toEqual([])
})
