import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type LighthouseTarget, openLighthouse } from '../support/lighthouse.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let lighthouse: LighthouseTarget
beforeAll(async () => {
  ;[world, lighthouse] = await Promise.all([startWorld(), openLighthouse()])
})
afterAll(async () => {
  await lighthouse.close()
  await world.stop()
})

test.each([
  '/grinders',
  '/my-grinder',
  '/grinders?brand=Timemore',
  '/docs',
  '/docs/grind-settings',
  '/docs/roaster-portal',
])('%s scores 95 in all categories of Lighthouse', async path => {
  const scores = await lighthouse.bestScoresOf(`${world.url}${path}`)
  expect(Object.entries(scores).filter(([, score]) => score < 95)).toEqual([])
  expect(Object.keys(scores).length).toBe(4)
})
