import { expect, test } from 'bun:test'
import { methodById, methodIds } from '../../../core/grind/methods.ts'
import { recipesPage } from '../../../docs/recipes.ts'

test('docs/recipes.md shows what the code computes, for every method; `bun docs/recipes.ts` rewrites it', async () => {
  const page = recipesPage()
  for (const method of methodIds) expect(page).toContain(`## ${methodById[method].name}:`)
  expect(await Bun.file('docs/recipes.md').text()).toBe(page)
})
