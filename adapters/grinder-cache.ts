import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { catalogOf, Grinder, type GrinderCatalog } from '../core/grind/model.ts'
import { databaseAddress, type Place } from './place.ts'

/** The grinders of a database as they were when somebody on this machine last looked. */
export interface CachedGrinders {
  grinders: GrinderCatalog
  asOf: Date
}

/**
 * Keeps the grinders in a small file in the data folder, so that a command answers without opening the database.
 * The service writes it at its start and every minute, a command that may write to the database too, and whoever finds
 * none. A folder that cannot be written costs the commands time, nobody else anything.
 */
export function cacheGrinders(place: Place, grinders: readonly Grinder[]) {
  const file = cacheFileOf(place)
  const text = JSON.stringify(grinders)
  try {
    mkdirSync(place.dataDir, { recursive: true, mode: 0o700 })
    if (textIn(file) === text) return utimesSync(file, new Date(), new Date())
    const fresh = `${file}.${process.pid}`
    writeFileSync(fresh, text, { mode: 0o600 })
    renameSync(fresh, file)
  } catch {
    // Nothing rather than something old.
    forgetGrinders(place)
  }
}

export function forgetGrinders(place: Place) {
  try {
    rmSync(cacheFileOf(place), { force: true })
  } catch {}
}

/** Undefined where there is none, or none that this release understands. */
export function cachedGrinders(place: Place): CachedGrinders | undefined {
  const file = cacheFileOf(place)
  try {
    const asOf = statSync(file).mtime
    return { grinders: catalogOf(v.parse(Cached, JSON.parse(readFileSync(file, 'utf8')))), asOf }
  } catch {
    return undefined
  }
}

/** For a process that stays: a catalog that looks at the file whenever it is asked. */
export function followedGrinders(place: Place, first: CachedGrinders): GrinderCatalog {
  let latest = first
  const current = () => {
    const { mtime } = statSync(cacheFileOf(place), { throwIfNoEntry: false }) ?? { mtime: latest.asOf }
    if (Number(mtime) !== Number(latest.asOf)) latest = cachedGrinders(place) ?? { ...latest, asOf: mtime }
    return latest.grinders
  }
  return { list: () => current().list(), bySlug: slug => current().bySlug(slug) }
}

const Cached = v.pipe(v.array(Grinder), v.nonEmpty())

/** A data folder may know several servers; the address names the file, its password does not. */
function cacheFileOf({ databaseUrl, dataDir }: Place) {
  if (databaseUrl === undefined) return join(dataDir, 'grinders.json')
  const { hosts, first } = databaseAddress(databaseUrl)
  const { username, pathname, searchParams } = new URL(first)
  const address = `${username}@${hosts.join(',')}${searchParams.get('host') ?? ''}${pathname}`
  return join(dataDir, `grinders-${createHash('sha256').update(address).digest('hex').slice(0, 12)}.json`)
}

function textIn(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
