import type { Device } from '../equipment/drive.ts'
import type { MethodId } from '../grind/methods.ts'
import { gramsInWords } from '../ratio.ts'
import type { Steps } from '../recipes/steps.ts'
import type { StyleId } from './style-figures.ts'

/** A brew by the figures of its base (style-figures.ts). `waterGrams` is what goes through the brewer. */
interface StyledBrew {
  method: MethodId
  style: StyleId
  waterGrams: number
  brewTimeSeconds: number
}

/** The steps of a style that has its own; undefined if they are the method's. */
export function stepsOfStyle(brew: StyledBrew, device: Device, bypassGrams: number | null): Steps | undefined {
  const { style, waterGrams, brewTimeSeconds } = brew
  if (style === 'iced') return iced(brew, device)
  if (style === 'inverted') return inverted
  if (style === 'concentrate' && brew.method === 'aeropress') return concentrate
  if (style === 'hybrid') return hybrid
  if (style === 'bypass')
    return [
      { atSeconds: 0, action: 'pour', toGrams: waterGrams },
      { atSeconds: 10, action: 'stir', note: 'Ten times, then put the plunger in to stop it dripping' },
      { atSeconds: 20, action: 'steep' },
      { atSeconds: 65, action: 'press', note: 'Gently, and stop at the hiss' },
      {
        atSeconds: brewTimeSeconds,
        action: 'serve',
        note: `Add ${gramsInWords(bypassGrams ?? 0)} of hot water to the cup`,
      },
    ]
  return undefined
}

function iced({ method, waterGrams, brewTimeSeconds }: StyledBrew, { drive, hasLid }: Device): Steps {
  const melt: Steps[number] = {
    atSeconds: brewTimeSeconds,
    action: 'swirl',
    note: 'Until the ice has melted, then serve it over fresh ice',
  }
  if (drive === 'automatic')
    return [
      {
        atSeconds: 0,
        action: 'start',
        toGrams: waterGrams,
        note: 'Put cold water in the tank, and turn the hot plate off if there is one',
      },
      melt,
    ]
  if (method === 'aeropress')
    return [
      { atSeconds: 0, action: 'pour', toGrams: waterGrams },
      { atSeconds: 10, action: 'stir', note: 'Three times, then put the plunger in to stop it dripping' },
      { atSeconds: 15, action: 'steep' },
      { atSeconds: 115, action: 'swirl' },
      { atSeconds: 120, action: 'press', note: 'Gently onto the ice, and stop at the hiss' },
      melt,
    ]
  if (method === 'clever')
    return [
      { atSeconds: 0, action: 'pour', toGrams: waterGrams, note: 'With the valve closed' },
      { atSeconds: 20, action: 'stir' },
      { atSeconds: 25, action: 'steep', ...(hasLid && { note: 'Lid on' }) },
      { atSeconds: 120, action: 'drain', note: 'Open the valve over the ice' },
      melt,
    ]
  return [
    { atSeconds: 0, action: 'bloom', toGrams: Math.round(0.3 * waterGrams) },
    { atSeconds: 10, action: 'swirl' },
    { atSeconds: 45, action: 'pour', toGrams: Math.round((2 / 3) * waterGrams) },
    { atSeconds: 80, action: 'pour', toGrams: waterGrams },
    { atSeconds: 100, action: 'drain' },
    melt,
  ]
}

const inverted: Steps = [
  { atSeconds: 0, action: 'pour', toGrams: 220 },
  { atSeconds: 10, action: 'stir', note: 'Three times, then screw the cap on' },
  { atSeconds: 15, action: 'steep' },
  { atSeconds: 85, action: 'invert', note: 'Press out the air, then turn it over onto the cup' },
  { atSeconds: 95, action: 'press', note: 'Gently, and stop at the hiss' },
]

const concentrate: Steps = [
  { atSeconds: 0, action: 'pour', toGrams: 90 },
  { atSeconds: 10, action: 'stir', note: 'Until no coffee is dry, then put the plunger in to stop it dripping' },
  { atSeconds: 20, action: 'steep' },
  { atSeconds: 65, action: 'press', note: 'Gently, and stop at the hiss' },
]

/** After the Switch recipe that cup-timer.com gives as Hario's own (hybrid-01 of the guides). */
const hybrid: Steps = [
  { atSeconds: 0, action: 'bloom', toGrams: 60, note: 'With the valve open' },
  { atSeconds: 45, action: 'pour', toGrams: 135 },
  { atSeconds: 75, action: 'pour', toGrams: 270, note: 'Close the valve first' },
  { atSeconds: 105, action: 'steep' },
  { atSeconds: 135, action: 'drain', note: 'Open the valve' },
]
