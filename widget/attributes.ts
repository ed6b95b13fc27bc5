import type { EmbedConfig } from '../core/embeds/model.ts'

export type Theme = 'light' | 'dark'

/** What the page asks for. Left out: what the roaster has set, or else our default. */
export interface Attributes {
  roaster: string
  layout: EmbedConfig['layout'] | undefined
  borderRadius: number | undefined
  theme: EmbedConfig['theme'] | undefined
  coffee: string | undefined
  accentColor: string | undefined
  showPoweredBy: boolean | undefined
}

const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Reads `data-…`; each bad value counts as left out and costs one warning. Undefined: no roaster to show. */
export function readAttributes({ dataset }: HTMLElement): Attributes | undefined {
  const read = <T>(name: string, ok: (text: string) => boolean, form: string, parse: (text: string) => T) => {
    const text = dataset[name]?.trim()
    if (text === undefined) return undefined
    if (ok(text)) return parse(text)
    const attribute = name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
    console.warn(`[dialin] data-${attribute}="${text}" is ignored: it must be ${form}.`)
    return undefined
  }
  const choice = <T extends string>(name: string, ...options: T[]) =>
    read(
      name,
      text => options.includes(text as T),
      options.join(' or '),
      text => text as T,
    )
  const isSlug = (text: string) => slugPattern.test(text)
  const asIs = (text: string) => text

  const roaster = read('serviceWidget', isSlug, 'the slug of a roaster', asIs)
  if (roaster === undefined) return undefined
  return {
    roaster,
    theme: choice('theme', 'light', 'dark', 'auto'),
    layout: choice('layout', 'card', 'badge', 'inline'),
    coffee: read('coffee', isSlug, 'the slug of a coffee', asIs),
    accentColor: read('accentColor', text => /^#[0-9a-f]{6}$/i.test(text), 'a colour like #1d3557', asIs),
    borderRadius: read(
      'borderRadius',
      text => /^\d+$/.test(text) && +text <= 24,
      'a whole number from 0 to 24',
      Number,
    ),
    showPoweredBy: read(
      'showPoweredBy',
      text => /^(true|false)$/.test(text),
      'true or false',
      text => text === 'true',
    ),
  }
}
