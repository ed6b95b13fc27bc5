import { settingIn } from '../grind/given.ts'
import type { AsDrinker, BrewAhead } from './left-off-here.ts'
import type { LogMyBrewPorts } from './logged-answer.ts'
import { isBrewOf } from './own-coffees.ts'
import { feedbackSaid, type ToldBrew, tastesAlike, temperatureSaid } from './told-brew.ts'

/** An assistant that got no answer sends the same again; nobody drinks the same cup twice in this time. */
const REPEATED_WITHIN_MS = 5 * 60_000
const LATEST = 20

/** The brew that was just logged with the same words, if there is one. */
export async function repeatedBrew(said: ToldBrew, ahead: BrewAhead, ports: LogMyBrewPorts, who: AsDrinker) {
  const { data } = await ports.brews.list(who.id, { drinkerId: who.drinkerId, limit: LATEST })
  const now = ports.clock().getTime()
  const setting = said.setting === undefined ? undefined : settingIn(said.setting, ahead.grinder).grindSetting
  const { coffee, brewer, grinder } = ahead
  const isSame = <T>(one: T | null | undefined, other: T | null) => one === undefined || one === other
  const same = data.find(
    brew =>
      now - Date.parse(brew.createdAt) < REPEATED_WITHIN_MS &&
      isSame(said.doseGrams, brew.doseGrams) &&
      isSame(said.waterGrams, brew.waterGrams) &&
      isSame(temperatureSaid(said), brew.waterTempF) &&
      isSame(setting, brew.grindSetting) &&
      isSame(said.brewedAt, brew.brewedAt) &&
      isSame(said.style, brew.style) &&
      (said.coffee === undefined || (coffee !== undefined && isBrewOf(brew, coffee))) &&
      isSame(said.brewer && brewer?.method, brew.method) &&
      isSame(said.grinder && (grinder?.id ?? null), brew.grinderId) &&
      (said.brewTimeSeconds ?? null) === brew.brewTimeSeconds &&
      (said.tdsPercent ?? null) === brew.tdsPercent &&
      (said.rating ?? null) === brew.rating &&
      (said.notes ?? null) === brew.notes &&
      tastesAlike(feedbackSaid(said), brew.extractionFeedback),
  )
  return same?.id
}
