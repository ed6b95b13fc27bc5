import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { Machine } from '../../core/equipment/model.ts'
import { catalogOf, Grinder, type GrinderCatalog } from '../../core/grind/model.ts'
import { databaseAddress, type Place } from '../config/place.ts'

/** The grinders of a database as they were when somebody on this machine last looked. */
export interface CachedGrinders {
  grinders: GrinderCatalog
  asOf: Date
}

export interface CachedEquipment extends CachedGrinders {
  machines: { list: () => readonly Machine[] }
}

/**
 * Keeps grinders and machines in a small file in the data folder, so that a command answers without opening the database.
 * The service writes it at its start and every minute, a command that may write to the database too, and whoever finds
 * none. A folder that cannot be written costs the commands time, nobody else anything.
 */
export function cacheEquipment(place: Place, { grinders, machines }: Omit<CachedEquipment, 'asOf'>) {
  const file = cacheFileOf(place)
  const text = JSON.stringify({ grinders: grinders.list(), machines: machines.list() })
  try {
    mkdirSync(place.dataDir, { recursive: true, mode: 0o700 })
    if (textIn(file) === text) return utimesSync(file, new Date(), new Date())
    const fresh = `${file}.${process.pid}`
    writeFileSync(fresh, text, { mode: 0o600 })
    renameSync(fresh, file)
  } catch {
    // Nothing rather than something old.
    forgetEquipment(place)
  }
}

export function forgetEquipment(place: Place) {
  try {
    rmSync(cacheFileOf(place), { force: true })
  } catch {}
}

/** Undefined where there is none, or none that this release understands. Of the machines it takes no notice: a command must be quick. */
export function cachedGrinders(place: Place): CachedGrinders | undefined {
  const cached = readCache(place, GrindersInFile)
  return cached && { grinders: catalogOf(cached.grinders), asOf: cached.asOf }
}

export function cachedEquipment(place: Place): CachedEquipment | undefined {
  const cached = readCache(place, EquipmentInFile)
  return (
    cached && { grinders: catalogOf(cached.grinders), machines: { list: () => cached.machines }, asOf: cached.asOf }
  )
}

/** Undefined where there is no file to read. */
export const cachedAt = (place: Place) => writtenAt(cacheFileOf(place))

/** For a minute, who has a cache does not wait for a database again that has just not answered. */
export const wasSilent = (place: Place) => Date.now() - (writtenAt(silenceFileOf(place)) ?? 0) < 60_000

export function noteSilence(place: Place) {
  try {
    writeFileSync(silenceFileOf(place), '', { mode: 0o600 })
  } catch {}
}

function writtenAt(file: string): number | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })?.mtimeMs
  } catch {
    return undefined
  }
}

const GrindersInFile = v.object({ grinders: v.pipe(v.array(Grinder), v.nonEmpty()) })
const EquipmentInFile = v.object({ ...GrindersInFile.entries, machines: v.array(Machine) })

function readCache<S extends v.GenericSchema<unknown, object>>(place: Place, schema: S) {
  const file = cacheFileOf(place)
  try {
    const asOf = statSync(file).mtime
    return { ...v.parse(schema, JSON.parse(readFileSync(file, 'utf8'))), asOf }
  } catch {
    return undefined
  }
}

/** A data folder may know several servers; the address names the file, its password does not. */
function cacheFileOf({ databaseUrl, dataDir }: Place) {
  if (databaseUrl === undefined) return join(dataDir, 'equipment.json')
  const { hosts, first } = databaseAddress(databaseUrl)
  const { username, pathname, searchParams } = new URL(first)
  const address = `${username}@${hosts.join(',')}${searchParams.get('host') ?? ''}${pathname}`
  return join(dataDir, `equipment-${createHash('sha256').update(address).digest('hex').slice(0, 12)}.json`)
}

const silenceFileOf = (place: Place) => `${cacheFileOf(place)}.silent`

function textIn(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
