import type { Person } from '../accounts/model.ts'
import type { LeftOff } from '../adaptation/rules.ts'
import type { MethodId } from '../grind/methods.ts'
import { labelOf } from '../grind/notation.ts'
import { exactRatio, ratioInWords } from '../recipes/ratio.ts'
import { type Brews, LEARNED_FROM } from './brews.ts'
import type { BrewedCup } from './cup.ts'
import { nextStep } from './next-step.ts'
import { cupOf, type OwnEquipmentPorts, ownEquipmentOf } from './present.ts'

export interface LeftOffPorts extends OwnEquipmentPorts {
  brews: Brews
}

/** Where a person's brews of a coffee have led to, from which its next bag starts; null while nothing was said of them. */
export async function leftOffWith(
  { coffeeId, method }: { coffeeId: number; method: MethodId },
  ports: LeftOffPorts,
  person: Person | undefined,
): Promise<LeftOff | null> {
  if (!person) return null
  const [brews, equipment] = await Promise.all([
    ports.brews.newestOf(person.id, { coffeeProfileId: coffeeId, method }, LEARNED_FROM),
    ownEquipmentOf(person, ports),
  ])
  const from = brews.findIndex(
    ({ extractionFeedback, rating }) =>
      Object.values(extractionFeedback ?? {}).includes(true) || (rating ?? 0) >= FAIR_RATING,
  )
  const [last, ...earlier] = brews.slice(Math.max(0, from)).map(brew => cupOf(brew, equipment))
  if (from < 0 || !last) return null
  const step = nextStep(last, earlier)
  const end = { ...last, ...step?.also, ...step }
  const grindIndex = equipment.grindIndexOf(end)
  if (grindIndex === null || end.doseGrams === null || end.waterGrams === null) return null
  const ratio = exactRatio(end.doseGrams, end.waterGrams)
  return {
    grindIndex,
    ratio,
    waterTempF: end.waterTempF,
    daysOffRoast: end.daysOffRoast,
    cause: `${step && step.change !== 'preparation' ? 'Your last brew of this coffee asked for' : 'Your brews of this coffee ended at'} ${grindLabel(end)}${ratioInWords(ratio)}`,
  }
}

/** A cup of which nothing else is known but this rating, or a better one, is worth starting from. */
const FAIR_RATING = 3

const grindLabel = ({ grinder, grindSetting }: BrewedCup) =>
  grinder && grindSetting !== null ? `${labelOf(grinder, grindSetting)} and ` : ''
