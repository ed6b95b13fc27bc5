import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Server, startServer, startServiceProcess } from '../../bench/processes.ts'
import { sideQuestions } from '../../bench/rows/questions.ts'
import { refuseOtherBytes, type Sides } from '../../bench/rows/sides.ts'
import { type SeededWorld, seedWorld, startPostgres } from '../../bench/worlds.ts'
import type { Cluster } from '../support/cluster.ts'

/** A field that only the service returns would stop the benchmark in its tenth minute. */
let cluster: Cluster
let world: SeededWorld
let sides: Sides
beforeAll(async () => {
  cluster = await startPostgres()
  world = await seedWorld(cluster, 10_000, true)
  const env = (url: string) => ({ DATABASE_URL: url, NODE_ENV: 'production' })
  const [service, bare, fastify] = await Promise.all([
    startServiceProcess(world.url),
    startServer([process.execPath, 'bench/sides/bare.ts'], env(world.url)),
    startServer(['node', 'bench/sides/fastify.mjs'], env(world.uncountedUrl)),
  ])
  sides = { service, bare, fastify }
})
afterAll(async () => {
  await Promise.all(Object.values(sides).map(({ stop }: Server) => stop()))
  await world.close()
  await cluster.stop()
})

test.each(sideQuestions.map(question => [question.name, question] as const))(
  '%s: what the service is measured against answers the same bytes',
  async (_name, question) => {
    expect(await refuseOtherBytes(sides, question, world.samples)).toBeUndefined()
  },
)
