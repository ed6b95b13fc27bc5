import * as v from 'valibot'
import type { Clock } from '../clock.ts'
import { atMost } from '../cut.ts'
import { Fault } from '../errors.ts'
import { calibrate } from '../grind/calibrate.ts'
import { curveThrough } from '../grind/curve.ts'
import { dialOf } from '../grind/dial.ts'
import { chartMethods } from '../grind/methods.ts'
import { Grinder, type GrinderCatalog } from '../grind/model.ts'
import { fullName } from '../grind/name.ts'
import { uncertaintyAt } from '../grind/width.ts'
import { wordsOf } from '../names.ts'
import { tenths } from '../rounding.ts'
import type { TastedCalibration } from './own-grinders.ts'

/** A grinder that somebody described, and what they tasted on it. */
export interface DescribedByOne {
  id: number
  ownerId: number
  record: Grinder
  calibration: TastedCalibration | null
  /** The owner has proven their address, and the account is older than a day. */
  isProven: boolean
}

export interface GrinderProposals {
  /** All that are described and not rejected, the oldest first. */
  described: (now: Date) => Promise<DescribedByOne[]>
  /**
   * Adds the record to the catalog, and moves all that owners have made with theirs to it. Undefined
   * if one of them has changed theirs since it was looked at.
   */
  accept: (record: Grinder, moved: readonly MovedOwner[], now: Date) => Promise<number | undefined>
  reject: (ids: readonly number[]) => Promise<void>
}

interface MovedOwner {
  owner: DescribedByOne
  /** On the new grinder. */
  calibration: TastedCalibration
}

/** A grinder that several owners describe alike. Its id is that of the one in their middle. */
export interface GrinderProposal {
  id: number
  record: Grinder
  owners: readonly DescribedByOne[]
  /** How many of the owners count: fresh and unproven accounts do not. */
  proven: number
}

/** So many are worth looking at, and so many have to agree. */
const ENOUGH_TO_SHOW = 3
const ENOUGH_TO_ACCEPT = 5

/** The most owners first. */
export async function listProposals({ grinderProposals, clock }: Pick<ProposalPorts, 'grinderProposals' | 'clock'>) {
  const alike = Map.groupBy(await grinderProposals.described(clock()), ({ record }) => nameAndDial(record))
  return [...alike.values()]
    .flatMap(agreeing)
    .filter(({ proven }) => proven >= ENOUGH_TO_SHOW)
    .sort((one, other) => other.proven - one.proven || one.id - other.id)
}

/** The words and numbers of the name, in any order, each once, however they are joined, and the dial. */
const nameAndDial = (record: Grinder) =>
  JSON.stringify([
    [
      ...new Set(
        wordsOf(
          fullName(record)
            .replaceAll('-', '')
            .replace(/(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/gu, ' '),
        ),
      ),
    ].sort(),
    [record.minSetting, record.maxSetting, record.step, record.finerIsHigher, record.drive, record.notation ?? null],
  ])

/** Those whose curves lie within a step of one that counts, which most agree with; each owner once. */
function agreeing(described: readonly DescribedByOne[]): GrinderProposal[] {
  const groups = described
    .filter(({ isProven }) => isProven)
    .map(({ id, record }) => {
      const near = described.filter(one => isWithinAStep(record, one.record))
      const owners = [...new Map(near.map(one => [one.ownerId, one])).values()]
      return { id, record, owners, proven: owners.filter(({ isProven }) => isProven).length }
    })
  return groups.toSorted((one, other) => other.proven - one.proven).slice(0, 1)
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
  clock: Clock
}

/** What an admin calls it, instead of what its owners do. */
interface AcceptedAs {
  slug?: string | undefined
  brand?: string | undefined
  name?: string | undefined
}

/** Adds a proposed grinder to the catalog. Its owners keep everything, on the new grinder. */
export async function acceptProposal(id: number, as: AcceptedAs, ports: ProposalPorts) {
  const { record: described, owners, proven } = await proposalOf(id, ports)
  if (proven < ENOUGH_TO_ACCEPT)
    throw new Fault(
      'invalid',
      `Only ${proven} proven owners describe this grinder the same way; ${ENOUGH_TO_ACCEPT} have to agree.`,
    )
  const record = catalogRecord(described, as, owners.length)
  if (ports.grinders.bySlug(record.slug))
    throw new Fault(
      'slug-taken',
      `The catalog has ${record.slug} already. Choose another slug with --slug, or reject the proposal.`,
    )
  const moved = owners.map(owner => ({ owner, calibration: calibratedOn(record, owner) }))
  const accepted = await ports.grinderProposals.accept(record, moved, ports.clock())
  if (accepted === undefined)
    throw new Fault('invalid', 'An owner has just changed this grinder. Look at the proposals again.')
  return { record, owners: owners.length, id: accepted }
}

/**
 * Nobody has learned anything yet, so the curve is nowhere surer than it was for the owners. What
 * the catalog's own check refuses would make all of it impossible to import again.
 */
function catalogRecord(own: Grinder, as: AcceptedAs, owners: number): Grinder {
  const { known: _, ...described } = own
  const { brand = described.brand, name = described.model } = as
  const named = { ...described, brand, model: name }
  const record = {
    ...named,
    slug:
      as.slug ??
      wordsOf(fullName(named))
        .join('-')
        .replace(/[^a-z0-9-]/g, ''),
    confidence: 'low' as const,
    uncertainty: tenths(Math.max(...chartMethods.map(({ grindIndex }) => uncertaintyAt(own, grindIndex.target)))),
    notes: `${owners} owners describe this grinder the same way. We know of no published settings for it.`,
  }
  const checked = v.safeParse(Grinder, record, { abortEarly: true })
  if (checked.success) return checked.output
  const [{ message }] = checked.issues
  const field = String(checked.issues[0].path?.[0]?.key)
  const option = { slug: '--slug', brand: '--brand', model: '--name' }[field]
  throw new Fault(
    'invalid',
    option
      ? `Its ${option.slice(2)} ${message}; it would be "${atMost(String(record[field as 'slug']), 60)}". Choose another with ${option}.`
      : `The catalog can’t take this grinder: ${field} ${message}.`,
  )
}

/**
 * The curve moves by a step at most, so what was tasted nearly always still fits. Who has tasted
 * nothing keeps the settings that they know.
 */
function calibratedOn(record: Grinder, { calibration, record: own }: DescribedByOne): TastedCalibration {
  const tasted =
    calibration?.tasted ??
    (own.known ?? []).map(({ grindIndex, setting }) => ({ grindIndex, setting, feedback: 'JUST_RIGHT' as const }))
  try {
    return { tasted, calibration: calibrate(record, tasted) }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return calibration ?? { tasted, calibration: { references: own.references, shift: 0, stretch: 1 } }
  }
}

/** Its grinders stay as they are, with their owners only. */
export async function rejectProposal(id: number, ports: Pick<ProposalPorts, 'grinderProposals' | 'clock'>) {
  const { record, owners } = await proposalOf(id, ports)
  await ports.grinderProposals.reject(owners.map(one => one.id))
  return { record, owners: owners.length }
}

async function proposalOf(id: number, ports: Pick<ProposalPorts, 'grinderProposals' | 'clock'>) {
  const proposal = (await listProposals(ports)).find(one => one.id === id)
  if (!proposal) throw new Fault('not-found', `There is no proposal ${id}; see: dialin grinders proposals`)
  return proposal
}
