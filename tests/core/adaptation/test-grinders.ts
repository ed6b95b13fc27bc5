import type { AnyGrinder } from '../../../core/grind/model.ts'

/** A grinder whose dial reads the grind index itself, in halves: figures can be worked by hand. */
export const rulerGrinder: AnyGrinder = {
  slug: 'test-ruler',
  brand: 'Test',
  model: 'Ruler',
  drive: 'hand',
  burrType: null,
  burrSizeMm: null,
  unit: 'numbers',
  minSetting: 0,
  maxSetting: 100,
  step: 0.5,
  stepsPerRotation: null,
  finerIsHigher: false,
  references: [
    { grindIndex: 0, setting: 0 },
    { grindIndex: 25, setting: 25 },
    { grindIndex: 50, setting: 50 },
    { grindIndex: 75, setting: 75 },
    { grindIndex: 100, setting: 100 },
  ],
  uncertainty: 5,
  confidence: 'high',
  makerPublished: [],
  sources: [],
  notes: '',
}

/** The same steel with a dial that counts down and ends at filter: no espresso here. */
export const filterOnly: AnyGrinder = {
  ...rulerGrinder,
  slug: 'test-filter-only',
  model: 'Filter Only',
  unit: 'clicks',
  step: 1,
  maxSetting: 30,
  finerIsHigher: true,
  references: [
    { grindIndex: 30, setting: 30 },
    { grindIndex: 40, setting: 25 },
    { grindIndex: 50, setting: 20 },
    { grindIndex: 60, setting: 15 },
    { grindIndex: 70, setting: 10 },
  ],
}
