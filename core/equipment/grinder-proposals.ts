import { Fault } from '../errors.ts'
import { type Calibration, calibrate } from '../grind/calibrate.ts'
import { curveThrough } from '../grind/curve.ts'
import { dialOf } from '../grind/dial.ts'
import type { Grinder, GrinderCatalog } from '../grind/model.ts'
import { fullName } from '../grind/name.ts'
import { wordsOf } from '../names.ts'
import type { TastedCalibration } from './own-grinders.ts'

/** A grinder that somebody described, and what they tasted on it. */
export interface DescribedByOne {
  id: number
  ownerId: number
  record: Grinder
  calibration: TastedCalibration | null
}

export interface GrinderProposals {
  /** All that are described and not rejected, the oldest first. */
  described: () => Promise<DescribedByOne[]>
  /**
   * Adds the record to the catalog, and moves all that owners have made with theirs to it. Undefined
   * if one of them has changed theirs since it was looked at.
   */
  accept: (record: Grinder, moved: readonly MovedOwner[]) => Promise<number | undefined>
  reject: (ids: readonly number[]) => Promise<void>
}

interface MovedOwner {
  owner: DescribedByOne
  /** On the new grinder. */
  calibration: Calibration | null
}

/** A grinder that several owners describe alike. Its id is that of the one in their middle. */
export interface GrinderProposal {
  id: number
  record: Grinder
  owners: readonly DescribedByOne[]
}

/** So many are worth looking at, and so many have to agree. */
const ENOUGH_TO_SHOW = 3
const ENOUGH_TO_ACCEPT = 5

/** The most owners first. */
export async function listProposals({ grinderProposals }: { grinderProposals: GrinderProposals }) {
  const alike = Map.groupBy(await grinderProposals.described(), ({ record }) => nameAndDial(record))
  return [...alike.values()]
    .map(agreeing)
    .filter(({ owners }) => owners.length >= ENOUGH_TO_SHOW)
    .sort((one, other) => other.owners.length - one.owners.length || one.id - other.id)
}

/** The words of the name, in any order, each once and with or without hyphens, and the dial. */
const nameAndDial = (record: Grinder) =>
  JSON.stringify([
    [...new Set(wordsOf(fullName(record).replaceAll('-', '')))].sort(),
    [record.minSetting, record.maxSetting, record.step, record.finerIsHigher, record.drive, record.notation ?? null],
  ])

/** Those whose curves lie within a step of one of them, which most agree with; each owner once. */
function agreeing(described: readonly DescribedByOne[]): GrinderProposal {
  const groups = described.map(middle => {
    const near = described.filter(one => isWithinAStep(middle.record, one.record))
    return { id: middle.id, record: middle.record, owners: [...new Map(near.map(one => [one.ownerId, one])).values()] }
  })
  return groups.reduce((best, one) => (one.owners.length > best.owners.length ? one : best))
}

/** At the settings that either owner knows. Elsewhere the curves are guesses. */
function isWithinAStep(one: Grinder, other: Grinder) {
  const { step } = dialOf(one)
  const [first, second] = [curveThrough(one.references), curveThrough(other.references)]
  return [...(one.known ?? []), ...(other.known ?? [])].every(
    ({ grindIndex }) => Math.abs(first.settingAt(grindIndex) - second.settingAt(grindIndex)) <= step + ROUNDING,
  )
}
const ROUNDING = 1e-6

interface ProposalPorts {
  grinderProposals: GrinderProposals
  grinders: GrinderCatalog
}

/** Adds a proposed grinder to the catalog. Its owners keep everything, on the new grinder. */
export async function acceptProposal(id: number, ports: ProposalPorts) {
  const { record: described, owners } = await proposalOf(id, ports)
  if (owners.length < ENOUGH_TO_ACCEPT)
    throw new Fault('invalid', `Only ${owners.length} owners describe it alike; ${ENOUGH_TO_ACCEPT} have to agree.`)
  const slug = wordsOf(fullName(described))
    .join('-')
    .replace(/[^a-z0-9-]/g, '')
  if (slug === '' || ports.grinders.bySlug(slug))
    throw new Fault(
      'slug-taken',
      `The catalog has ${slug || 'no slug for it'} already; reject the proposal, or import a record.`,
    )
  const { known: _, ...rest } = described
  const notes = `${owners.length} owners describe it alike. Nobody has published settings for it that we know of.`
  const record: Grinder = { ...rest, slug, confidence: 'low', notes }
  const moved = owners.map(owner => ({
    owner,
    calibration: owner.calibration && calibratedOn(record, owner.calibration),
  }))
  const accepted = await ports.grinderProposals.accept(record, moved)
  if (accepted === undefined)
    throw new Fault('invalid', 'One of its owners has just changed something. Look at the proposals again.')
  return { record, owners: owners.length, id: accepted }
}

/** The curve moves by a step at most, so what was tasted nearly always still fits. */
function calibratedOn(record: Grinder, { tasted, calibration }: TastedCalibration): Calibration {
  try {
    return calibrate(record, tasted)
  } catch (error) {
    if (error instanceof Fault) return calibration
    throw error
  }
}

/** Its grinders stay as they are, with their owners only. */
export async function rejectProposal(id: number, ports: Pick<ProposalPorts, 'grinderProposals'>) {
  const { record, owners } = await proposalOf(id, ports)
  await ports.grinderProposals.reject(owners.map(one => one.id))
  return { record, owners: owners.length }
}

async function proposalOf(id: number, ports: Pick<ProposalPorts, 'grinderProposals'>) {
  const proposal = (await listProposals(ports)).find(one => one.id === id)
  if (!proposal) throw new Fault('not-found', `There is no proposal ${id}; see: dialin grinders proposals`)
  return proposal
}
