import * as v from 'valibot'
import { MOST_ALLOWED_DOMAINS } from '../../../../core/embeds/domains.ts'
import { accentSwatches, MOST_BORDER_RADIUS } from '../../../../core/embeds/model.ts'
import { numberOrText } from '../../../../core/numbers.ts'
import type { getEmbedSettings } from '../../../../core/portal/embed.ts'
import { ReviseEmbedSettings } from '../../../../core/portal/embed.ts'
import { type FormFaults, fieldSentence } from '../field-faults.ts'

export type WidgetSettings = Awaited<ReturnType<typeof getEmbedSettings>>

type Typed = Record<string, string>

/** The configurator's form as input for the use case. An emptied field is cleared. */
export const WidgetForm = v.pipe(
  v.looseObject({}),
  v.transform(typed => settingsIn(typed as Typed)),
  ReviseEmbedSettings,
)

export const WRONG_SITE = 'Enter a site without https://, for example shop.example.com or *.example.com.'

export const widgetFaults: FormFaults = {
  accentColor: { wrong: `Enter a colour as a hex code, for example ${accentSwatches[2]}.` },
  borderRadius: { wrong: `Enter corners from 0 to ${MOST_BORDER_RADIUS} px.` },
  allowedDomains: { wrong: `Enter at most ${MOST_ALLOWED_DOMAINS} sites.` },
}

const settingsIn = ({ layout, theme, accentColor, borderRadius, defaultCoffee, language, ...typed }: Typed) => ({
  layout,
  theme,
  accentColor: typed.swatch ?? accentColor,
  borderRadius: borderRadius === undefined ? undefined : numberOrText(borderRadius),
  defaultCoffee: defaultCoffee || null,
  language: language || null,
  methodOrder: listIn(typed.methodOrder),
  allowedDomains: listIn(typed.allowedDomains),
  // An unticked box is not sent. Roasters who may not untick it have no box.
  showPoweredBy: typed.mayHide === undefined ? undefined : typed.showPoweredBy !== undefined,
  showPicture: typed.parts === undefined ? undefined : typed.showPicture !== undefined,
  showBuyButton: typed.parts === undefined ? undefined : typed.showBuyButton !== undefined,
})

const listIn = (text = '') => text.split(/[\s,]+/).filter(Boolean)

interface WidgetDraft {
  /** The valid part of the form, over the saved settings. */
  settings: WidgetSettings
  typed: Typed
  /** By field. */
  complaints: Record<string, string>
}

/** The settings as typed, and what is wrong with them. Without a form, the saved settings. */
export function draftOn(saved: WidgetSettings, typed: Typed | undefined): WidgetDraft {
  if (!typed) return { settings: saved, typed: {}, complaints: {} }
  const given = settingsIn(typed)
  const complaints: Record<string, string> = {}
  const settings: Record<string, unknown> = { ...saved }
  for (const [name, schema] of Object.entries(ReviseEmbedSettings.entries)) {
    const parsed = v.safeParse(schema, given[name as keyof typeof given])
    if (!parsed.success) {
      const [issue] = parsed.issues
      const at = issue.path?.[0]?.key
      complaints[name] =
        typeof at === 'number'
          ? `Enter ${given.allowedDomains[at]} as a site without https:// or port, for example shop.example.com.`
          : fieldSentence(issue, widgetFaults, name)
    } else if (parsed.output !== undefined) settings[name] = parsed.output
  }
  return { settings: settings as WidgetSettings, typed, complaints }
}
