import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import { Fault, faultAt } from '../errors.ts'
import * as field from '../fields.ts'
import { calibrate } from '../grind/calibrate.ts'
import { chartOf } from '../grind/chart.ts'
import { describedGrinder, GrinderDescription } from '../grind/described.ts'
import { methodIds } from '../grind/methods.ts'
import { FiveReferences, type GrinderCatalog } from '../grind/model.ts'
import { SettingRange } from '../grind/range.ts'
import { uncertaintyAt } from '../grind/width.ts'
import { tenths } from '../rounding.ts'
import { MOST_DESCRIBED, type NewDescribed, type OwnGrinders } from './own-grinders.ts'

export const PreviewGrinder = v.object({ ownGrinder: GrinderDescription })

export const GrinderPreview = v.object({
  curve: FiveReferences,
  methods: v.array(
    v.object({
      method: v.picklist(methodIds),
      setting: v.number(),
      label: v.string(),
      range: SettingRange,
      reachable: v.boolean(),
      points: v.pipe(v.number(), v.description('How far off the curve may be here, in index points.')),
    }),
  ),
})

/** The curve that a description gives, without saving it. */
export async function previewGrinder(
  { ownGrinder }: v.InferOutput<typeof PreviewGrinder>,
  { grinders }: { grinders: GrinderCatalog },
) {
  const grinder = describedGrinder('preview', ownGrinder, grinders)
  return {
    curve: grinder.references,
    methods: chartOf(grinder).methods.map(({ key, setting, settingLabel, range, reachable, grindIndex }) => ({
      method: key,
      setting,
      label: settingLabel,
      range,
      reachable,
      points: tenths(uncertaintyAt(grinder, grindIndex)),
    })),
  }
}

interface DescribePorts {
  grinders: GrinderCatalog
  ownGrinders: OwnGrinders
  clock: Clock
}

export const newDescribed = (description: GrinderDescription, grinders: GrinderCatalog): NewDescribed => ({
  description,
  record: describedGrinder('own', description, grinders),
})

/** Its id. */
export async function describeGrinder(
  description: GrinderDescription,
  said: Parameters<OwnGrinders['describe']>[2],
  ports: DescribePorts,
  person: Pick<Person, 'id'>,
): Promise<number> {
  const id = await ports.ownGrinders.describe(person.id, newDescribed(description, ports.grinders), said, ports.clock())
  if (id === 'same name') throw namedAlready(description)
  if (id === 'too many')
    throw new Fault(
      'invalid',
      `You’ve described ${MOST_DESCRIBED} grinders, the most we can keep. Change one of those instead.`,
    )
  return id
}

export const ReviseGrinder = v.object({ grinderId: field.id, ownGrinder: GrinderDescription })

/** A calibration is fitted again to what was tasted. What it does not fit is refused, so that it is not lost. */
export async function describeAnew(
  { grinderId, ownGrinder }: v.InferOutput<typeof ReviseGrinder>,
  { grinders, ownGrinders }: Pick<DescribePorts, 'grinders' | 'ownGrinders'>,
  person: Person,
) {
  const before = (await ownGrinders.describedBy(person.id)).find(({ id }) => id === grinderId)
  if (!before) throw notDescribed(grinderId)
  const record = describedGrinder(before.slug, ownGrinder, grinders)
  const tasted = (await ownGrinders.calibration(person.id, grinderId))?.tasted
  const calibration = tasted && calibratedAnew(record, tasted)
  const done = await ownGrinders.describeAnew(person.id, grinderId, { description: ownGrinder, record }, calibration)
  if (done === 'same name') throw namedAlready(ownGrinder)
  if (done === 'unknown') throw notDescribed(grinderId)
}

function calibratedAnew(...[grinder, tasted]: Parameters<typeof calibrate>) {
  try {
    return calibrate(grinder, tasted)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw new Fault(
      'invalid',
      'The new curve no longer fits your calibration. Reset the calibration first, then change the grinder.',
    )
  }
}

const namedAlready = ({ brand, name }: GrinderDescription) =>
  faultAt(['name'], `is taken: you already have a ${brand} ${name}. Change that one, or give this one another name.`)

const notDescribed = (grinderId: number) =>
  new Fault('grinder-not-found', `You haven’t described a grinder ${grinderId}.`)
