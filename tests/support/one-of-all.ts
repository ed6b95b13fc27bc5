import { aBean, aBrew, anExport } from './beanconqueror.ts'
import type { ExportReader } from './reads.ts'
import { grinderId, machineId, publish } from './recipes.ts'
import type { TestWorld } from './world.ts'

/** One of everything that the demo person does not have. */
export async function addOneOfAll(world: TestWorld, as: ExportReader) {
  const send = async (route: string, body: object = {}) => {
    const answer = await world.call(route, { as, body })
    if (answer.status >= 300) throw new Error(`${route}: ${answer.body.error}`)
    return answer.body
  }
  const c40 = grinderId(world)
  const [stranger] = await world.sql<{ id: number; coffeeProfileId: number }[]>`
    select id, coffee_profile_id from recipes where created_by <> ${as.id} order by id limit 1`
  await send('POST /api/user/grinders/calibrate', {
    grinderId: c40,
    references: [{ grindIndex: 40, setting: 27, feedback: 'JUST_RIGHT', tastedAt: '2026-02-01T08:00:00Z' }],
  })
  await send('PUT /api/user/notification-preferences', { notifyRecipeFavorites: true })
  await send('PUT /api/user/profile', { altitudeMeters: 1400, waterHardnessPpm: 90, waterAlkalinityPpm: 50 })
  await send('POST /api/user/coffee-library', {
    coffeeProfileId: stranger?.coffeeProfileId,
    roastedOn: '2026-02-20',
    personalNotes: 'Mine.',
  })
  await send(`POST /api/community-recipes/${stranger?.id}/brew-log`, { rating: 4, notes: 'Good.' })
  await send(`POST /api/community-recipes/${stranger?.id}/vote`, { vote: 'UP' })
  await send('POST /api/user/saved-recipes', { communityRecipeId: stranger?.id })
  world.clock.advance({ minutes: 1 })
  const own = await publish(world, as, {
    coffeeProfileId: stranger?.coffeeProfileId,
    grindSetting: '27 clicks',
    notes: 'On my own dial.',
    tasteProfile: { acidity: 4 },
    steps: [{ atSeconds: 0, action: 'bloom', toGrams: 45 }],
  })
  await send(`POST /api/community-recipes/${own.id}/vote`, { vote: 'UP' })
  await publish(world, as, { coffeeProfileId: stranger?.coffeeProfileId, grindSetting: 20, basedOn: own.id })
  const { collection } = await send('POST /api/collections', { name: 'Mine', description: 'All of them.' })
  await send(`POST /api/collections/${collection.id}/items`, { recipeId: own.id })
  await send('POST /api/user/recipes', {
    method: 'v60',
    name: 'By hand',
    grindSetting: 22,
    grinderId: c40,
    ratio: 16,
    doseGrams: 15,
    waterGrams: 240,
    steps: [{ atSeconds: 0, action: 'pour', toGrams: 240 }],
    basedOn: stranger?.id,
  })
  await send('POST /api/brew-logs', {
    method: 'v60',
    machineId: machineId(world),
    grinderId: c40,
    grindSetting: '24 clicks',
    doseGrams: 15,
    waterGrams: 250,
    tasteProfile: { body: 3 },
    extractionFeedback: { sour: true },
    outcome: 'Well.',
    tdsPercent: 1.4,
    isBest: true,
  })
  await send(`PATCH /api/user/dials/${c40}`, { grindSetting: '18 clicks', burrsChangedOn: '2026-01-15' })
  const { drinker } = await send('POST /api/user/drinkers', { name: 'Sam', colour: 'plum', bodyLevel: 5 })
  const cups = [{ drinkerId: drinker.id, rating: 4, extractionFeedback: { balanced: true } }]
  await send('POST /api/brew-logs', { method: 'v60', drinkerIds: [0, drinker.id], cups })
  await send('POST /api/brew-logs', { method: 'v60', drinkerId: drinker.id, rating: 3 })
  await send('POST /api/brew-logs', { technique: 'four-six', rating: 4 })
  await send('POST /api/techniques/four-six/vote', { vote: 'UP' })
  const rated = await world.call('PUT /api/techniques/four-six/rating', { as, body: { rating: 5 } })
  if (rated.status !== 200) throw new Error(rated.text)
  await send('POST /api/techniques/four-six/comments', { body: 'Sweet.' })
  const BREWS = [aBrew('a', { bean: 'nobody’s' }), aBrew('b', { bean: 'nobody’s', tds: 1.3, favourite: true })]
  await send('POST /api/user/import', anExport({ BEANS: [aBean('nobody’s', { roaster: 'Unheard Of' })], BREWS }))
  const { data } = (await world.call('GET /api/brew-logs?limit=1', { as })).body
  await send(`POST /api/brew-logs/${data[0].id}/save-as-recipe`)
}
