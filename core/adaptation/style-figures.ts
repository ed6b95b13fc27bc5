import type { MethodId } from '../grind/methods.ts'
import { type Typical, typicalFrom, typicalOf } from './typical.ts'

export const styleIds = [
  'hot',
  'iced',
  'upright',
  'inverted',
  'bypass',
  'concentrate',
  'immersion',
  'hybrid',
  'pour_over',
  'ready_to_drink',
] as const
export type StyleId = (typeof styleIds)[number]

/** The figures of a style if nothing else is asked for. */
export interface StyleFigures {
  doseGrams: number
  /** All of it, including ice and what is added to the cup. */
  waterGrams: number
  waterTempF: number
  brewTimeSeconds: number
  grindIndex: number
  /** The parts of the water that do not go through the brewer. */
  iceShare?: number
  bypassShare?: number
  /** The most water that the brewer holds at once, if that is not all that goes through it. */
  heldShare?: number
  /** The method whose time it follows, if that is another one. */
  timedAs?: MethodId
  typical: Typical
  note: string
}

const HOUR = 3600

const icedNote = 'Brewed strong onto ice, which melts to the right strength. Serve it over fresh ice.'

/** Ice is 20 to 50 % of the water in fifteen guides, with a median of 40. */
const ICE = 0.4

/** Upside down, the plunger takes up a centimetre: 220 g where 250 g would come up to the rim. Our choice. */
const UPSIDE_DOWN = 1.136

/** With the valve open, half of the water has run through before the last is poured. Our choice. */
const HALF_RUN = 0.5
/**
 * When the valve of a hybrid closes, the bed keeps twice its weight and a part of the last pour has
 * not drained: with the second half on top, three quarters of the water. Our choice.
 */
const HALF_STEEPED = 0.75

/**
 * From nine guides for iced pour-over with any dripper; only seven give a temperature or a time.
 */
const icedRatio = [14.3, 16.7, 9] as const
const icedCelsius = [93, 95, 7] as const
const icedPourOver = typicalFrom(icedRatio, icedCelsius, [125, 160, 7])
const tooFew = typicalFrom(null, null, null)

/**
 * The styles that are not a method's usual one (that is in base.ts). The ranges are counted from
 * db/data/brew-guides.json, and a test compares them. Ratio, temperature and time are within them;
 * if too few guides give one, and for every grind index, the figure is our choice. Iced coffee is
 * ground 3 points finer than hot, except with the AeroPress: two guides say a little finer, and one
 * of them two steps of an Encore, which are 4 points.
 */
export const styleFigures: Readonly<Partial<Record<MethodId, Partial<Record<StyleId, StyleFigures>>>>> = {
  aeropress: {
    inverted: {
      ...figures(16, 220, 194, 120, 30),
      heldShare: UPSIDE_DOWN,
      typical: typicalFrom([10.7, 14.4, 11], [84, 98, 9], [85, 170, 9]),
      note: 'Nothing drips through before you press. Hold the press and the cup together when you turn them over.',
    },
    // The added water is 17 to 62 % of all in thirteen guides, with a median of 46. Most that give
    // a grind say coarse.
    bypass: {
      ...figures(20, 200, 185, 100, 40),
      bypassShare: 0.45,
      typical: typicalFrom([7.4, 10.3, 14], [79, 95, 14], [70, 130, 11]),
      note: 'Brewed short and coarse, then topped up in the cup, as many championship recipes are.',
    },
    // Guides grind it fine, up to a little coarser than espresso.
    concentrate: {
      ...figures(18, 90, 194, 90, 22),
      typical: typicalFrom([3.7, 5.6, 5], null, null),
      note: 'A short, strong cup for milk. To drink it black, add the same amount of hot water.',
    },
    // Three guides: 1:14.3 to 1:18.2; two of them say 99 and 100 C, 2:50 and 5:25.
    iced: { ...figures(16, 240, 203, 150, 30), iceShare: ICE, typical: tooFew, note: icedNote },
  },
  v60: { iced: { ...figures(16, 250, 201, 155, 38), iceShare: ICE, typical: icedPourOver, note: icedNote } },
  kalita: { iced: { ...figures(20, 310, 203, 150, 39), iceShare: ICE, typical: icedPourOver, note: icedNote } },
  // The carafe of a Chemex or a drip machine holds the ice as well.
  chemex: {
    iced: {
      ...figures(32, 500, 203, 220, 47),
      iceShare: ICE,
      heldShare: 1,
      typical: typicalFrom(icedRatio, icedCelsius, null),
      note: icedNote,
    },
  },
  drip: {
    iced: { ...figures(64, 1000, 201, 250, 40), iceShare: ICE, heldShare: 1, typical: tooFew, note: icedNote },
  },
  clever: {
    // Between the grinds of a pour-over and of a steep.
    hybrid: {
      ...figures(18, 270, 199, 185, 43),
      heldShare: HALF_STEEPED,
      timedAs: 'v60',
      typical: typicalFrom([13.7, 16, 7], [92, 93, 7], [170, 230, 7]),
      note: 'The first half runs through the open valve, the second half steeps with it closed.',
    },
    // The base recipe of a V60.
    pour_over: {
      ...figures(15, 245, 201, 180, 41),
      heldShare: HALF_RUN,
      timedAs: 'v60',
      typical: typicalOf.v60,
      note: 'With the valve open it is a pour-over, ground as for a V60.',
    },
    // Two guides: 1:12 and 1:16, 95 and 98 C; one says two minutes, the other steeps for three.
    iced: { ...figures(20, 300, 203, 180, 43), iceShare: ICE, typical: tooFew, note: icedNote },
  },
  cold_brew: {
    // 1:5.8 is the median of eight guides, not all of which may be published; for the five that
    // ship it is 1:5.
    concentrate: {
      ...figures(152, 880, 68, 17 * HOUR, 74),
      typical: typicalFrom([4.7, 7, 5], null, [13 * HOUR, 21.5 * HOUR, 5]),
      note: 'A concentrate. Mix it in the glass with the same amount of water or milk, over ice.',
    },
  },
}

function figures(
  doseGrams: number,
  waterGrams: number,
  waterTempF: number,
  brewTimeSeconds: number,
  grindIndex: number,
): Omit<StyleFigures, 'typical' | 'note'> {
  return { doseGrams, waterGrams, waterTempF, brewTimeSeconds, grindIndex }
}
