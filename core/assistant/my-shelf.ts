import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { roastWord } from '../coffees/roast.ts'
import type { Calendar } from '../dates.ts'
import type { Bags } from '../library/bags.ts'
import { readShelf, ShelfBag } from '../library/shelf.ts'
import { gramsInWords } from '../ratio.ts'
import { coffeeWithRoaster } from './own-coffees.ts'

export const GetMyShelf = v.object({})

const shown = v.pick(ShelfBag, [
  'id',
  'name',
  'roasterName',
  'roastLevel',
  'origin',
  'processingMethod',
  'roastedOn',
  'ageDays',
  'place',
  'state',
  'gramsLeft',
  'cupsLeft',
  'isLow',
  'rating',
])

export const MyShelf = v.object({
  today: v.string(),
  bags: v.pipe(
    v.array(v.object({ ...shown.entries, bestFrom: v.nullable(v.string()), bestUntil: v.nullable(v.string()) })),
    v.description('In the order to drink them.'),
  ),
  total: v.number(),
})

const MOST_OF_SHELF = 20

/** The bags that are not finished, in the order to drink them. */
export async function getMyShelf(
  _: v.InferOutput<typeof GetMyShelf>,
  ports: { bags: Bags; calendar: Calendar; clock: () => Date },
  person: Person,
): Promise<v.InferOutput<typeof MyShelf>> {
  const { today, bags } = await readShelf({ tz: 'UTC' }, ports, person)
  return {
    today,
    bags: bags.slice(0, MOST_OF_SHELF).map(({ window, ...bag }) => ({
      ...bag,
      bestFrom: window?.bestFrom ?? null,
      bestUntil: window?.bestUntil ?? null,
    })),
    total: bags.length,
  }
}

const stateWords = { resting: 'still resting', best: 'at its best', past: 'past its best', frozen: 'frozen' } as const

export function myShelfInWords({ bags, total }: v.InferOutput<typeof MyShelf>): string {
  if (total === 0) return 'The shelf is empty. Add a bag with its name, roaster, roast level and roast date.'
  const lines = bags.map(bag => {
    const { roastLevel, roastedOn, ageDays, place, state, gramsLeft, cupsLeft, bestUntil } = bag
    return [
      `${coffeeWithRoaster(bag)}: ${place}`,
      ...(roastLevel ? [`${roastWord(roastLevel)} roast`] : []),
      ...(roastedOn ? [`roasted ${roastedOn}${ageDays === null ? '' : ` (${ageDays} days off roast)`}`] : []),
      ...(state && state !== place ? [stateWords[state]] : []),
      ...(bestUntil ? [`best until ${bestUntil}`] : []),
      ...(gramsLeft === null
        ? []
        : [
            `${gramsInWords(gramsLeft)} left${cupsLeft === null ? '' : ` (${cupsLeft === 1 ? '1 cup' : `${cupsLeft} cups`})`}`,
          ]),
    ].join(', ')
  })
  return [...lines, ...(total > bags.length ? [`and ${total - bags.length} more`] : [])].join('\n')
}
