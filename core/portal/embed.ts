import * as v from 'valibot'
import type { Clock } from '../clock.ts'
import { AllowedDomains } from '../embeds/domains.ts'
import { configOf, type EmbeddingRoaster, type Embeds, noCoffee } from '../embeds/embeds.ts'
import { EmbedConfig, languages, layouts, MOST_BORDER_RADIUS, themes } from '../embeds/model.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { GivenMethod, methodIds } from '../grind/methods.ts'
import type { RoasterMember } from './members.ts'
import { stillHere } from './profile.ts'

/** A missing field stays as it was. */
export const ReviseEmbedSettings = v.object({
  accentColor: v.optional(
    v.pipe(
      field.boundedWord('must be a colour such as #1D3557'),
      v.trim(),
      v.regex(/^#[0-9A-Fa-f]{6}$/, 'must be a colour such as #1D3557'),
    ),
  ),
  theme: v.optional(v.pipe(field.choice(themes), v.description('auto: matches the page around it.'))),
  layout: v.optional(field.choice(layouts)),
  borderRadius: v.optional(v.pipe(field.integer(0, MOST_BORDER_RADIUS), v.description('In pixels.'))),
  defaultCoffee: v.pipe(
    field.clearable(field.slug),
    v.description('The slug of the coffee to open with; null: the first in your order.'),
  ),
  methodOrder: v.optional(
    v.pipe(
      v.array(GivenMethod, 'must be a list of brew methods'),
      v.maxLength(methodIds.length, `must have at most ${methodIds.length} entries`),
      v.transform(methods => [...new Set(methods)]),
      v.description('Methods you don’t list come after those you do.'),
    ),
  ),
  language: v.nullish(v.pipe(field.choice(languages), v.description('Null: same as the page around it.'))),
  showPoweredBy: v.optional(v.pipe(field.flag, v.description('Only premium roasters may turn it off.'))),
  showPicture: v.optional(
    v.pipe(field.flag, v.description('Whether to show the picture of the bag, if there is one.')),
  ),
  showBuyButton: v.optional(v.pipe(field.flag, v.description('Whether to link to where the coffee is sold.'))),
  allowedDomains: v.optional(
    v.pipe(
      AllowedDomains,
      v.transform(domains => [...new Set(domains)]),
      v.description('Hosts that can show the widget; *.example.com for all its subdomains. Empty: every site.'),
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
      `Only premium roasters can turn off showPoweredBy, and ${roaster.name} isn’t one. Write to us to upgrade.`,
    )
  const { defaultCoffee } = changes
  if (defaultCoffee && !(await embeds.coffee(roaster.id, defaultCoffee))) throw noCoffee(roaster.slug, defaultCoffee)
  await embeds.configure(roaster.id, changes, clock())
  return presentEmbedSettings(stillHere(await embeds.roaster(member.roasterSlug), member))
}

const presentEmbedSettings = (roaster: EmbeddingRoaster) => ({
  ...configOf(roaster),
  allowedDomains: roaster.allowedDomains,
  isPremium: roaster.isPremium,
})
