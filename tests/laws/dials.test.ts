import { expect, test } from 'bun:test'
import type * as v from 'valibot'
import { isPage } from '../../adapters/http/endpoint.ts'
import { endpoints } from '../../adapters/http/endpoints/index.ts'

/** Reads with coffees or brews that need no grinder, and why. */
const elsewhere: Record<string, string> = {
  'GET /api/coffees/suggestions': 'names, while somebody types',
  'GET /api/user/bags':
    'what stands on bags, whether the catalog has their coffee or not; so do the next three, with brews as they were ground',
  'GET /api/user/shelf': '',
  'GET /api/user/bags/archive': '',
  'GET /api/user/bags/:id': '',
  'GET /api/brew-logs': 'what was brewed, on the grinder it was ground with; so are the next four',
  'GET /api/brew-logs/last': '',
  'GET /api/brew-logs/weekly-stats': '',
  'GET /api/brew-logs/:id': '',
  'GET /api/brew-logs/:id/compare': '',
  'GET /api/recipes/:id/versions': 'how a recipe was written, on the grinder of its author; so is the next',
  'GET /api/user/recipes/:id/versions': '',
  'GET /api/roaster-portal/dashboard': 'what a roaster keeps and edits, as it is stored; so are the next four',
  'GET /api/roaster-portal/coffees': '',
  'GET /api/roaster-portal/coffees/:id': '',
  'GET /api/roaster-portal/coffees/:id/recipes': '',
  'GET /api/roaster-portal/recipes/:id': '',
}

test('every read of coffees or recipes accepts a grinder, documents it, and uses it', () => {
  const reads = endpoints.flatMap(route => {
    if (isPage(route) || !route.route.startsWith('GET ')) return []
    const objects = objectsIn(route.reply)
    return objects.some(isCoffee) || objects.some(isRecipe) ? [{ ...route, objects }] : []
  })
  const known = reads.map(({ route }) => route)
  expect(known).toContain('GET /api/roasters/:slug/coffees/:coffeeSlug')
  expect(known).toEqual(expect.arrayContaining(Object.keys(elsewhere)))
  for (const { route, input, objects, faults, access } of reads) {
    if (route in elsewhere) continue
    const [asked] = objectsIn(input)
    expect([route, 'grinder' in (asked ?? {})]).toEqual([route, true])
    expect([route, objects.some(object => 'onGrinder' in object)]).toEqual([route, true])
    expect([route, faults?.includes('grinder-not-found')]).toEqual([route, true])
    if (access === 'anyone') expect([route, faults?.includes('not-signed-in')]).toEqual([route, true])
  }
})

type Entries = Record<string, v.GenericSchema>
const isCoffee = (object: Entries) => 'roastLevel' in object
const isRecipe = (object: Entries) => 'doseGrams' in object && 'waterGrams' in object

/** All objects that a schema has in it, the outermost first. */
function objectsIn(schema: v.GenericSchema): Entries[] {
  const { entries, item, wrapped, options, pipe } = schema as v.GenericSchema & {
    entries?: Entries
    item?: v.GenericSchema
    wrapped?: v.GenericSchema
    options?: unknown[]
    pipe?: v.GenericSchema[]
  }
  const inside = [
    ...Object.values(entries ?? {}),
    ...[item, wrapped].flatMap(part => part ?? []),
    ...(options ?? []).filter((option): option is v.GenericSchema => typeof option === 'object'),
    ...(pipe ?? []).filter(part => part.kind === 'schema' && part !== schema && part !== pipe?.[0]),
  ]
  return [...(entries ? [entries] : []), ...inside.flatMap(objectsIn)]
}
