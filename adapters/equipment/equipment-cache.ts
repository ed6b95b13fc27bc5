import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { Machine } from '../../core/equipment/model.ts'
import { catalogOf, Grinder, type GrinderCatalog } from '../../core/grind/model.ts'
import { databaseAddress, type Place } from '../config/place.ts'

/** The grinders of a database as they were when last read on this machine. */
export interface CachedGrinders {
  grinders: GrinderCatalog
  asOf: Date
}

export interface CachedEquipment extends CachedGrinders {
  machines: { list: () => readonly Machine[] }
}

/**
 * Keeps grinders and machines in a small file in the data folder, so that commands can answer
 * without opening the database. Written by the service when it starts and every minute, by commands
 * that open the database for writing, and by any reader that finds no file. If the folder cannot be
 * written, commands are slower; nothing else changes.
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
    // Better no cache than an outdated one.
    forgetEquipment(place)
  }
}

export function forgetEquipment(place: Place) {
  try {
    rmSync(cacheFileOf(place), { force: true })
  } catch {}
}

/**
 * Undefined if there is no cache, or none that this release understands. Ignores the machines,
 * because commands must be quick.
 */
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

/** When the cache was last written; undefined if there is none. */
export const cachedAt = (place: Place) => writtenAt(cacheFileOf(place))

/**
 * Whether the database failed to answer within the last minute: then use the cache instead of
 * waiting for it again.
 */
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

/**
 * A data folder may be used with several servers, so the file is named by the address, without its
 * password.
 */
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
