import type { World } from '../../adapters/compose.ts'
import { readConfig } from '../../adapters/config/config.ts'
import { Fault } from '../../core/errors.ts'
import { inThousands, print, table } from '../print.ts'
import { progressOfStages } from '../progress.ts'
import { terminal } from '../terminal.ts'
import { actThen } from '../world.ts'

export async function seed({ demo, scale }: { demo?: boolean; scale?: string }) {
  const recipes = scale === undefined ? undefined : recipesOfScale(scale)
  if (!demo && recipes === undefined)
    throw new Fault('invalid', 'Choose what to seed: --demo, --scale with a number of recipes, or both.')
  if (readConfig(terminal().env).production)
    throw new Fault(
      'invalid',
      'Demo data doesn’t belong in production, and NODE_ENV or BASE_URL says that this is production.',
    )
  const details = { ...(demo && { demo }), ...(recipes !== undefined && { scale: recipes }) }
  await actThen(
    'seed',
    async () => ({ done: undefined, on: { kind: 'database' }, details }),
    async world => {
      if (demo) await seedDemo(world)
      if (recipes !== undefined) await seedScale(world, recipes)
    },
  )
}

const MOST_RECIPES = 10_000_000

function recipesOfScale(scale: string) {
  const recipes = Number(scale)
  if (/^\d+$/.test(scale) && recipes >= 1 && recipes <= MOST_RECIPES) return recipes
  throw new Fault('invalid', `--scale must be a number of recipes from 1 to 10,000,000; you gave "${scale}".`)
}

async function seedDemo(world: World) {
  if (!(await world.seedDemo()))
    throw new Fault('invalid', 'This database already has people or roasters. Demo data needs an empty one.')
  print('Demo data added.')
  for (const { email, password } of await world.demoAccounts()) print(`Sign in as ${email} with password ${password}`)
}

async function seedScale(world: World, recipes: number) {
  const started = performance.now()
  const bars = progressOfStages()
  const report = await world.seedScale(recipes, bars).finally(bars.done)
  print(
    table<(typeof report.tables)[number]>(
      [
        { heading: 'Table', of: ({ name }) => name },
        { heading: 'Rows', of: ({ rows }) => inThousands(rows), align: 'right' },
      ],
      report.tables,
    ),
  )
  print(`${inThousands(report.rows)} rows added in ${Math.round((performance.now() - started) / 1000)} s.`)
}
