import { stepWord } from '../grind/dial.ts'
import { isLastPublished } from '../grind/suits.ts'
import { capital } from '../names.ts'
import { plannedInWords, timeInWords } from './brew-clock.ts'
import type { BrewedCup, CupsOfBag } from './brewed-cup.ts'
import { complaintOn } from './complaint.ts'
import { EXTRACTION_TARGET, extractionYield } from './extraction.ts'
import type { Wrong } from './move.ts'
import { settingLabel } from './move-grind.ts'
import { CUPS_UNTIL_DOUBT, cupsInDoubt, reachStart } from './run.ts'

/** For example "Sour usually means under-extracted". */
export function meaningInWords({ said, word }: Wrong, cup: BrewedCup) {
  const meaning = said > 0 ? 'under-extracted' : 'over-extracted'
  if (word === 'fast') return fastInWords(cup)
  if (word !== meaning) return `${capital(word)} usually means ${meaning}`
  const extracted = extractionYield(cup)
  if (extracted === null)
    return `${capital(word)} means the water took too ${said > 0 ? 'little' : 'much'} out of the coffee`
  const { low, high } = EXTRACTION_TARGET
  return `Your reading is ${extracted}% extraction, ${said > 0 ? 'below' : 'above'} the ${low} to ${high}% target, whatever it tastes like`
}

function fastInWords(cup: BrewedCup) {
  const isTimed = cup.brewTimeSeconds != null
  if (cup.method === 'espresso')
    return `${isTimed ? `${timeInWords(cup)} is fast for this shot` : 'The shot gushed'}: the water had no time to extract`
  const time = isTimed
    ? `${timeInWords(cup)} is fast; aim for about ${plannedInWords(cup)}`
    : 'The water ran through too fast'
  return `${time}. The grind is too coarse, or the water runs past the coffee`
}

/** Why the grind is not changed. */
export const endInWords = {
  'no-dial': meaningInWords,
  'at-the-end': (wrong, cup) =>
    `${meaningInWords(wrong, cup)}, and ${turnsOn(wrong, cup) ? 'the published settings of your dial end' : 'your dial ends'} here`,
  'band-ends': ({ said }, cup) => `${settingLabel(cup)} is as ${said > 0 ? 'fine' : 'coarse'} as we would go here`,
  'big-step': ({ said }, { grinder }) =>
    `One ${grinder ? stepWord(grinder) : 'step'} ${said > 0 ? 'finer' : 'coarser'} is a big step on this grinder`,
  'reach-ends': (_, cup, bag) => {
    const yet = cupsInDoubt(bag) <= CUPS_UNTIL_DOUBT ? ' for now' : ''
    return `${settingLabel(cup)} is as far as we would go from ${settingLabel(reachStart(bag))}${yet}`
  },
  'doubt-first': (_, cup, bag) =>
    `${settingLabel(cup)} is a long way from ${settingLabel(reachStart(bag))}, so first make sure that nothing other than the recipe is wrong`,
  'nothing-between': (wrong, cup, bag) => `${meaningInWords(wrong, cup)}, and ${oppositeInWords(wrong, cup, bag)}`,
  'off-pace': (wrong, cup) =>
    `${meaningInWords(wrong, cup)}, but a ${wrong.said > 0 ? 'finer grind ran slow' : 'coarser grind ran fast'}`,
  'known-off': ({ said, word }, cup) =>
    `${settingLabel(cup)} is ${word}, and so was a ${said > 0 ? 'finer' : 'coarser'} grind`,
  enough: ({ said }) => `Three steps ${said > 0 ? 'finer' : 'coarser'} have not helped, so leave the grind there`,
  extracted: (_, cup) =>
    `Your reading is ${extractionYield(cup)}% extraction, within the target, so the grind is right`,
} satisfies Record<string, (wrong: Wrong, cup: BrewedCup, bag: CupsOfBag) => string>

/** Whether a dial can be turned coarser than its last published setting. */
export const turnsOn = ({ said }: Wrong, { grinder, grindSetting }: BrewedCup) =>
  said < 0 && grinder !== null && grindSetting !== null && isLastPublished(grinder, grindSetting)

/** For example "one click finer was already bitter". */
function oppositeInWords({ said }: Wrong, { grinder }: BrewedCup, bag: CupsOfBag) {
  const word = bag.map(cup => complaintOn('grind', cup)).findLast(complaint => complaint?.said === -said)?.word
  return `one ${grinder ? stepWord(grinder) : 'step'} ${said > 0 ? 'finer' : 'coarser'} was already ${word}`
}
