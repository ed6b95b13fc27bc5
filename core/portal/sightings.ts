import * as v from 'valibot'
import type { Clock } from '../clock.ts'
import { AllowedDomain, isHostAllowed, MOST_ALLOWED_DOMAINS } from '../embeds/domains.ts'
import type { Embeds } from '../embeds/embeds.ts'
import type { Sightings } from '../embeds/sightings.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { getEmbedSettings } from './embed.ts'
import type { RoasterMember } from './members.ts'
import { stillHere } from './profile.ts'

const EmbeddingSite = v.object({
  host: v.string(),
  loadedAt: v.pipe(v.nullable(field.instant), v.description('When the widget was last loaded there, to the minute.')),
  refusedAt: v.pipe(v.nullable(field.instant), v.description('When it was last refused there, to the minute.')),
  isAllowed: v.pipe(v.boolean(), v.description('Whether it may be shown there now.')),
})
export type EmbeddingSite = v.InferOutput<typeof EmbeddingSite>
export const EmbeddingSites = v.object({
  sites: v.pipe(
    v.array(EmbeddingSite),
    v.description('What pages reported in the last four weeks, newest first; we don’t visit them.'),
  ),
})

export const AllowSite = v.object({ domain: AllowedDomain })

interface SightingPorts {
  embeds: Embeds
  sightings: Sightings
}

/** Where a roaster's widget was requested, so that they can check whether it works there. */
export async function listEmbeddingSites(_: unknown, { embeds, sightings }: SightingPorts, member: RoasterMember) {
  const { allowedDomains } = stillHere(await embeds.roaster(member.roasterSlug), member)
  const sites = new Map<string, EmbeddingSite>()
  for (const { host, outcome, at } of await sightings.of(member.roasterId)) {
    const isAllowed = isHostAllowed(host, allowedDomains)
    const site = sites.get(host) ?? { host, loadedAt: null, refusedAt: null, isAllowed }
    sites.set(host, outcome === 'loaded' ? { ...site, loadedAt: at } : { ...site, refusedAt: at })
  }
  return { sites: [...sites.values()] }
}

/**
 * Adds a site that may show the widget, also when others are added at the same time. If every site
 * is allowed, it stays that way.
 */
export async function allowSite(
  { domain }: v.InferOutput<typeof AllowSite>,
  ports: { embeds: Embeds; clock: Clock },
  member: RoasterMember,
) {
  await ports.embeds.allow(member.roasterId, domain, ports.clock())
  const settings = await getEmbedSettings(undefined, ports, member)
  const { allowedDomains } = settings
  if (allowedDomains.length > 0 && !allowedDomains.includes(domain))
    throw new Fault('invalid', `allowedDomains must have at most ${MOST_ALLOWED_DOMAINS} entries.`)
  return settings
}
