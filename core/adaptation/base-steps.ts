import type { Device, Drive } from '../equipment/drive.ts'
import type { Filter, MachineTrait } from '../equipment/model.ts'
import { BOILING_F } from '../fields.ts'
import type { MethodId } from '../grind/methods.ts'
import { gramsInWords } from '../ratio.ts'
import type { Steps } from '../recipes/steps.ts'
import { type StyleId, styleFigures } from './style-figures.ts'
import { stepsOfStyle } from './style-steps.ts'

/** What a brew's steps depend on: how the brewer works, and the filter if given. */
export interface BrewedIn extends Device {
  filterType?: Filter['type'] | null | undefined
  traits: readonly MachineTrait[]
}

interface BaseBrew {
  method: MethodId
  style: StyleId
  /** What goes through the brewer. */
  waterGrams: number
  waterTempF: number
  brewTimeSeconds: number
}

/** The water that does not go through the brewer, in the brew that the steps are for. */
interface WaterApart {
  iceGrams: number | null
  bypassGrams: number | null
}

/**
 * What to do when, for the amounts and the time of a base recipe (base.ts). Our choice, following
 * common guides. Steps before the first water are at 0, too, and not part of the brew time.
 */
export function baseStepsFor(base: BaseBrew, brewedIn: BrewedIn, apart: WaterApart): Steps {
  const steps = stepsOfStyle(base, brewedIn, apart.bypassGrams) ?? brewing(base, brewedIn)
  const valved = brewedIn.traits.includes('flow_valve') ? withValve(steps) : steps
  return [...preparation(base, brewedIn, apart), ...(isSwirled(base, brewedIn) ? valved : withoutSwirls(valved))]
}

/** A flannel hangs loose, and swirling washes fines through a metal cone. */
const isSwirled = ({ style }: BaseBrew, { drive, filterType }: BrewedIn) =>
  filterType == null || filterType === 'paper' || (drive !== 'hand_pour' && style !== 'pour_over')

const withoutSwirls = (steps: Steps): Steps => steps.filter(({ action, note }) => action !== 'swirl' || note != null)

/** Closed, the valve keeps the bloom on the coffee; that it is open from then on is our choice. */
function withValve(steps: Steps): Steps {
  const firstPour = steps.findIndex(({ action }) => action === 'pour')
  return steps.map((step, at) => {
    if (step.action === 'bloom') return { ...step, note: 'Close the valve first' }
    return at === firstPour ? { ...step, note: 'Open the valve first' } : step
  })
}

function preparation({ method, style, waterTempF }: BaseBrew, brewedIn: BrewedIn, { iceGrams }: WaterApart): Steps {
  const { drive, filterType } = brewedIn
  const preheat = (note: string): Steps => [{ atSeconds: 0, action: 'preheat', note }]
  const rinse = (note: string): Steps => [{ atSeconds: 0, action: 'rinse', note }]
  if (method === 'espresso') return preheat(espressoPreheat(brewedIn))
  if (method === 'moka')
    return preheat(
      `${waterTempF === BOILING_F ? 'Boil the water' : 'Heat the water'} in a kettle, and fill the basket level without tamping`,
    )
  if (method === 'french_press') return preheat('Rinse the pot with hot water, empty it and add the coffee')
  if (method === 'siphon')
    return rinse('Pour hot water over the filter and hook it in place, then heat the water until it rises')
  if (method === 'cold_brew' || method === 'turkish') return []
  const filter = filterType === 'metal' ? 'filter' : (filterType ?? 'paper')
  if (style === 'iced') {
    const vessel = method === 'chemex' ? 'carafe' : method === 'drip' ? 'carafe or cup' : 'server'
    return rinse(
      `Pour hot water through the ${filter} over the sink and add the coffee, then put ${gramsInWords(iceGrams ?? 0)} of ice in the ${vessel}`,
    )
  }
  if (style === 'inverted')
    return rinse(
      `Pour hot water through the ${filter} in its cap, push the plunger in about 1 cm, stand the press upside down and add the coffee`,
    )
  const what =
    method === 'aeropress'
      ? 'chamber'
      : method === 'drip'
        ? 'carafe or cup'
        : drive === 'automatic'
          ? 'carafe'
          : 'brewer'
  if (filterType === 'metal')
    return preheat(
      `Pour hot water through the filter to warm it and the ${what}, pour the water out and add the coffee`,
    )
  return rinse(`Pour hot water through the ${filter} to warm the ${what}, pour the water out and add the coffee`)
}

function espressoPreheat({ drive, heat, traits }: BrewedIn) {
  if (drive === 'stove')
    return 'Fill the boiler with cold water, tamp the coffee level, and put it on the heat; the shot starts by itself after about 5 minutes'
  if (drive === 'steam') return 'Fill the boiler, tamp the coffee level, close the cap tightly and wait for steam'
  if (traits.includes('open_basket')) return 'Boil the water, then tamp the coffee level; nothing else needs warming'
  if (traits.includes('heated_group'))
    return 'Switch on the group heater and wait until the group is hot, then tamp the coffee level'
  if (heat === 'kettle') return 'Warm the brew chamber with boiling water and empty it, then tamp the coffee level'
  if (drive === 'lever') return 'Wait until it is up to pressure, let out the first steam, then tamp the coffee level'
  const tamp = traits.includes('tamps_itself') ? 'let it tamp the coffee' : 'tamp the coffee level'
  return `Wait until the machine and the portafilter are hot, flush a little water, then ${tamp}`
}

function brewing(base: BaseBrew, { drive, heat, hasLid, traits }: BrewedIn): Steps {
  const { method } = base
  if (method === 'espresso') return shot(base, drive, heat === 'kettle')
  if (base.style === 'pour_over') return v60Steps('With the valve open')
  if (method === 'clever') return cleverSteps(hasLid)
  if (method === 'cold_brew') return coldSteps(traits)
  if (method === 'moka' && traits.includes('erupts')) return brikkaSteps
  if (drive === 'automatic') return method === 'turkish' ? turkishByButton : byButton(base, filling(heat, traits))
  return stepsByHand[method] ?? byButton(base, filling(heat, traits))
}

/** The machine's drive moves the water; a scale under the cup ends every shot. */
function shot({ waterGrams, brewTimeSeconds }: BaseBrew, drive: Drive, isFromKettle: boolean): Steps {
  const start = (note: string): Steps[number] => ({ atSeconds: 0, action: 'start', note })
  const press = (note: string): Steps[number] => ({ atSeconds: 8, action: 'press', note })
  const ways: Partial<Record<Drive, Steps>> = {
    lever: [
      start(
        isFromKettle
          ? 'Add hot water and lower the lever gently until the first drops appear'
          : 'Lift the lever and hold it for 5 to 8 seconds while the water comes in',
      ),
      press('Bring the lever down with steady pressure'),
    ],
    press: [
      start('Add hot water and pump slowly until the first drops appear'),
      press('Keep pumping in a steady rhythm'),
    ],
    stove: [start('The coffee starts to flow by itself')],
    steam: [start('Open the valve')],
  }
  const stop =
    drive === 'stove'
      ? 'Take it off the heat when the cup holds this much'
      : 'Go by the scale under the cup rather than the clock'
  return [
    ...(ways[drive] ?? [start('Turn on the pump, and expect the first drops after 5 to 8 seconds')]),
    { atSeconds: brewTimeSeconds, action: 'stop', toGrams: waterGrams, note: stop },
  ]
}

/** A machine that can be set heats and pours by itself. */
function filling(heat: BrewedIn['heat'], traits: readonly MachineTrait[]) {
  if (heat !== 'settable') return 'Put cold water in the tank and level the coffee in the filter'
  const filled = traits.includes('small_dripper')
    ? 'Put cold water in the tank and the coffee in its dripper'
    : 'Put cold water in the tank and level the coffee in the filter'
  return `${filled}, and set the temperature: it heats the water and pours it by itself`
}

const byButton = ({ waterGrams, brewTimeSeconds }: BaseBrew, note: string): Steps => [
  {
    atSeconds: 0,
    action: 'start',
    toGrams: waterGrams,
    note,
  },
  { atSeconds: brewTimeSeconds, action: 'serve', note: 'Swirl the coffee first to mix it' },
]

const turkishByButton: Steps = [
  { atSeconds: 0, action: 'stir', toGrams: 70, note: 'Put the coffee and cold water in its pot' },
  { atSeconds: 10, action: 'start', note: 'Press the button; it watches the foam and stops by itself' },
  { atSeconds: 150, action: 'serve', note: 'Slowly, so that every cup gets some foam' },
]

const cleverSteps = (hasLid: boolean): Steps => [
  { atSeconds: 0, action: 'pour', toGrams: 300, note: 'With the valve closed' },
  { atSeconds: 20, action: 'stir' },
  { atSeconds: 25, action: 'steep', ...(hasLid && { note: 'Lid on' }) },
  { atSeconds: 145, action: 'stir' },
  { atSeconds: 150, action: 'drain', note: 'Open the valve over the cup' },
]

/** A felt pad at the bottom clogs if the coffee above it is stirred. */
const coldSteps = (traits: readonly MachineTrait[]): Steps => [
  {
    atSeconds: 0,
    action: 'pour',
    toGrams: 880,
    note: traits.includes('felt') ? 'Slowly over the coffee, without stirring' : 'Over the coffee',
  },
  ...(traits.includes('felt')
    ? []
    : [{ atSeconds: 60, action: 'stir' as const, note: 'Until all of the coffee is wet' }]),
  { atSeconds: 120, action: 'steep', note: 'Covered, at room temperature' },
  {
    atSeconds: 61_200,
    action: 'drain',
    note: traits.includes('strainer')
      ? 'Lift out the strainer and let it drip'
      : 'Through the filter, without pressing',
  },
]

const brikkaSteps: Steps = [
  {
    atSeconds: 0,
    action: 'heat',
    toGrams: 180,
    note: 'Fill the base with the hot water to just below the valve, and put it on low heat with the lid closed',
  },
  { atSeconds: 120, action: 'wait', note: 'Nothing flows at first, and then all of it comes at once' },
  { atSeconds: 195, action: 'stop', note: 'Take it off the heat as soon as the roar is over' },
]

const v60Steps = (note?: string): Steps => [
  { atSeconds: 0, action: 'bloom', toGrams: 45, ...(note && { note }) },
  { atSeconds: 10, action: 'swirl' },
  { atSeconds: 45, action: 'pour', toGrams: 150 },
  { atSeconds: 80, action: 'pour', toGrams: 245 },
  { atSeconds: 110, action: 'swirl' },
  { atSeconds: 115, action: 'drain' },
]

const stepsByHand: Readonly<Partial<Record<MethodId, Steps>>> = {
  moka: [
    {
      atSeconds: 0,
      action: 'heat',
      toGrams: 180,
      note: 'Fill the base with the hot water to just below the valve, and put it on low heat with the lid open',
    },
    { atSeconds: 120, action: 'wait', note: 'When the coffee starts to flow, turn the heat down' },
    { atSeconds: 195, action: 'stop', note: 'At the first gurgle, take it off the heat and cool the base' },
  ],
  aeropress: [
    { atSeconds: 0, action: 'pour', toGrams: 225 },
    { atSeconds: 10, action: 'stir', note: 'Three times, then put the plunger in to stop it dripping' },
    { atSeconds: 15, action: 'steep' },
    { atSeconds: 90, action: 'swirl' },
    { atSeconds: 95, action: 'press', note: 'Gently, and stop at the hiss' },
  ],
  v60: v60Steps(),
  kalita: [
    { atSeconds: 0, action: 'bloom', toGrams: 60 },
    { atSeconds: 45, action: 'pour', toGrams: 150 },
    { atSeconds: 80, action: 'pour', toGrams: 240 },
    { atSeconds: 115, action: 'pour', toGrams: 325 },
    { atSeconds: 135, action: 'drain' },
  ],
  chemex: [
    { atSeconds: 0, action: 'bloom', toGrams: 90 },
    { atSeconds: 45, action: 'pour', toGrams: 250 },
    { atSeconds: 90, action: 'pour', toGrams: 400 },
    { atSeconds: 130, action: 'pour', toGrams: 500 },
    { atSeconds: 150, action: 'swirl' },
    { atSeconds: 155, action: 'drain' },
  ],
  siphon: [
    { atSeconds: 0, action: 'stir', toGrams: 300, note: 'When the water has risen, add the coffee and stir it in' },
    { atSeconds: 45, action: 'stir' },
    { atSeconds: 75, action: 'stop', note: 'Turn off the heat and stir once' },
    { atSeconds: 80, action: 'drain' },
  ],
  french_press: [
    { atSeconds: 0, action: 'pour', toGrams: 500 },
    { atSeconds: 15, action: 'stir' },
    { atSeconds: 20, action: 'steep', note: 'Lid on, plunger up' },
    { atSeconds: 240, action: 'plunge', note: 'Slowly, then pour it all out at once' },
  ],
  turkish: [
    { atSeconds: 0, action: 'stir', toGrams: 70, note: 'Put the coffee and warm water in the cezve' },
    { atSeconds: 10, action: 'heat', note: 'On low heat, without stirring again' },
    { atSeconds: 150, action: 'stop', note: 'When the foam rises, before it boils' },
  ],
}

/** What the figures do not say. */
export const noteFor = (method: MethodId, style: StyleId, { drive }: Device): string | null =>
  method === 'turkish' && drive === 'automatic'
    ? 'The water starts cold, and the machine stops when the foam rises.'
    : (styleFigures[method]?.[style]?.note ?? baseNotes[method] ?? null)

const baseNotes: Partial<Record<MethodId, string>> = {
  moka: 'Start with boiling water, or just off the boil for a dark roast: water that starts cold cooks the coffee while it heats. Always fill the pot; for a longer drink, add hot water to the cup.',
  aeropress:
    'Published recipes fall into two camps: championship recipes near 185 F and 1:11, home recipes near 203 F and 1:14.6. This one is in between.',
  cold_brew:
    'This is ready to drink. Most guides make a concentrate instead: use 1:5.8, nearly twice the coffee, and dilute it in the cup with the same amount of water.',
  turkish: 'Start with warm water, and take it off the heat when the foam rises.',
}
