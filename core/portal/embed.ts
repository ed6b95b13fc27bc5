import * as v from 'valibot'
import type { Clock } from '../clock.ts'
import { AllowedDomains } from '../embeds/domains.ts'
import { configOf, type EmbeddingRoaster, type Embeds } from '../embeds/embeds.ts'
import { EmbedConfig, themes } from '../embeds/model.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import type { RoasterMember } from './members.ts'
import { stillHere } from './profile.ts'

/** What is left out stays. */
export const ReviseEmbedSettings = v.object({
  accentColor: v.optional(
    v.pipe(
      v.string('must be a colour such as #1D3557'),
      v.trim(),
      v.regex(/^#[0-9A-Fa-f]{6}$/, 'must be a colour such as #1D3557'),
    ),
  ),
  theme: v.optional(field.choice(themes)),
  showPoweredBy: v.optional(v.pipe(field.flag, v.description('Only premium roasters may turn it off.'))),
  allowedDomains: v.optional(
    v.pipe(
      AllowedDomains,
      v.transform(domains => [...new Set(domains)]),
      v.description('Hosts that may show the widget, *.example.com for every host below; none: every site.'),
    ),
  ),
})

export const EmbedSettings = v.object({
  ...EmbedConfig.entries,
  allowedDomains: v.array(v.string()),
  isPremium: v.boolean(),
})

export async function getEmbedSettings(_: unknown, { embeds }: { embeds: Embeds }, member: RoasterMember) {
  return presentEmbedSettings(stillHere(await embeds.roaster(member.roasterSlug), member))
}

export async function reviseEmbedSettings(
  changes: v.InferOutput<typeof ReviseEmbedSettings>,
  { embeds, clock }: { embeds: Embeds; clock: Clock },
  member: RoasterMember,
) {
  const roaster = stillHere(await embeds.roaster(member.roasterSlug), member)
  if (changes.showPoweredBy === false && !roaster.isPremium)
    throw new Fault(
      'premium-only',
      `showPoweredBy can be turned off by premium roasters only, and ${roaster.name} is none; write to us to become one.`,
    )
  await embeds.configure(roaster.id, changes, clock())
  return presentEmbedSettings(stillHere(await embeds.roaster(member.roasterSlug), member))
}

const presentEmbedSettings = (roaster: EmbeddingRoaster) => ({
  ...configOf(roaster),
  allowedDomains: roaster.allowedDomains,
  isPremium: roaster.isPremium,
})
