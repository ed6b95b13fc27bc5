import type { Person } from '../accounts/model.ts'
import { foundBrew, reviseBrew } from '../brews/brews.ts'
import { type ExtractionFeedback, ReviseBrew, type StoredBrew } from '../brews/model.ts'
import { asDrunkBy, coachedDrinker } from '../brews/who-drank.ts'
import { FIRST_DRINKER } from '../drinkers/model.ts'
import { Fault, faultAt } from '../errors.ts'
import { acceptedBy } from './accepted.ts'
import { type LogMyBrewPorts, loggedAnswer } from './logged-answer.ts'
import type { AsDrinker } from './own-drinkers.ts'
import { feedbackSaid, type ToldBrew, tastesAlike } from './told-brew.ts'

/** Adds to a brew that is already logged, without overwriting anything its owner has said of it. */
export async function addToBrew(said: ToldBrew, ports: LogMyBrewPorts, person: Person, who: AsDrinker) {
  const { brew: asked, taste: _, rating, notes, drinker, ...others } = said
  const [other] = Object.entries(others).find(([, one]) => one !== undefined) ?? []
  if (other) throw faultAt([other], 'belongs to a new brew: with `brew`, send only taste, rating, notes and drinker.')
  const whose = drinker === undefined ? undefined : who.drinkerId
  const id = asked === 'last' ? (await ports.brews.last(person.id, whose))?.id : asked
  if (id === undefined) throw new Fault('brew-not-found', 'There is no brew to add this to. Log it as a new one.')
  const brew = await foundBrew(ports.brews.byId(person.id, id), id)
  const isShared = (brew.drinkerIds ?? []).length > 1
  const drinkerId = whose ?? (isShared ? undefined : coachedDrinker(brew))
  if (isShared && drinkerId === undefined)
    throw faultAt(['drinker'], `is required: several people drank brew ${id}, so say whose taste this is.`)
  if (whose !== undefined && !(brew.drinkerIds ?? [FIRST_DRINKER]).includes(whose))
    throw faultAt(['drinker'], `must be someone who drank brew ${id}.`)
  const before = asDrunkBy(brew, drinkerId)
  const extractionFeedback = feedbackSaid(said) ?? undefined
  const isTold = Object.values(before.extractionFeedback ?? {}).includes(true)
  const { baseUrl, paths } = ports.site
  const refuse = (what: string) => {
    throw new Fault(
      'invalid',
      `Brew ${id} already has ${what}, so nothing was changed. They can edit it at ${baseUrl}${paths.brew(id)}.`,
    )
  }
  if (extractionFeedback && isTold && !tastesAlike(extractionFeedback, before.extractionFeedback)) refuse('a taste')
  if (rating !== undefined && before.rating !== null && rating !== before.rating) refuse('a rating')
  if (notes !== undefined && brew.notes !== null && notes !== brew.notes) refuse('notes')
  const review = isShared
    ? { cups: cupsWith(brew, drinkerId as number, { extractionFeedback, rating }) }
    : { extractionFeedback, rating }
  await reviseBrew(acceptedBy(ReviseBrew, { id, notes, ...review }), ports, person)
  return loggedAnswer({ id, drinkerId: drinkerId ?? who.drinkerId }, { how: 'Added to' }, ports, person)
}

/** Everybody's cups, with what one drinker says now. */
function cupsWith(
  { cups }: Pick<StoredBrew, 'cups'>,
  drinkerId: number,
  { extractionFeedback, rating }: { extractionFeedback: ExtractionFeedback | undefined; rating: number | undefined },
) {
  const own = cups?.find(cup => cup.drinkerId === drinkerId)
  return [
    ...(cups ?? []).filter(cup => cup.drinkerId !== drinkerId),
    {
      drinkerId,
      rating: rating ?? own?.rating ?? null,
      extractionFeedback: extractionFeedback ?? own?.extractionFeedback ?? null,
    },
  ]
}
