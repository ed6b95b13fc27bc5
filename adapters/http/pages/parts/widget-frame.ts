import type { EmbedCoffee, RoasterEmbed } from '../../../../core/embeds/model.ts'
import { dialDataOf } from '../../../../core/grind/chart.ts'
import type { MethodId } from '../../../../core/grind/methods.ts'
import type { AnyGrinder } from '../../../../core/grind/model.ts'
import { widgetTicks } from '../../../design/dial/straight.ts'
import type { Scheme } from '../../../design/tokens.ts'
import { asset } from '../assets.ts'
import type { Visit } from '../choices.ts'
import { frameDocument } from '../frame.ts'
import { type Html, html } from '../html.ts'

interface PreviewedWidget {
  title: string
  /** The slug of the roaster. */
  roaster: string
  /** Attributes of the widget, named as in its README without `data-`. */
  looks: Record<string, string | undefined>
  /** The grinder that the visitor has chosen, if any. */
  grinder: AnyGrinder | undefined
  /** Shown in place of the roaster's saved recipes. */
  embed?: RoasterEmbed | undefined
  /** What to show of each coffee in place of what the service replies, by slug. */
  coffees?: Record<string, Pick<EmbedCoffee, 'picture' | 'buyUrl'>>
  /** The method to show first. */
  method?: MethodId
  /** Where links to the recipe lead; null: nowhere. Without it, to the roaster's saved recipe. */
  leadsTo?: string | null | undefined
  /** The colour of the page behind the widget. If missing, it is transparent. */
  background?: string
  /** The colour scheme of the page behind it, if not that of our own page. */
  colours?: Scheme
  /** The page around the widget. */
  around?: (widget: Html) => Html
  /** What is shown if no script runs. */
  inside: Html
  /** The frame is outside the first screen. */
  isLater?: boolean
}

/** The real widget in a frame, where assets/widget-preview.js keeps it from storing and counting. */
export async function widgetFrame(previewed: PreviewedWidget, visit: Visit): Promise<Html> {
  const { title, roaster, looks, grinder, embed, coffees, method, leadsTo, background } = previewed
  const data = {
    embed,
    coffees,
    method,
    grinder: grinder ? keptGrinder(grinder) : null,
    leadsTo,
    background,
    unit: visit.unit,
  }
  const attributes = Object.entries(looks).flatMap(([name, value]) =>
    value === undefined ? [] : html` data-${name}="${value}"`,
  )
  const widget = html`<main aria-label="${title}" data-service-widget="${roaster}"${attributes} data-preview="${JSON.stringify(data)}">${previewed.inside}</main>`
  const page = frameDocument(
    title,
    html`${previewed.around?.(widget) ?? widget}
<script src="${(await asset('widget-preview.js')).href}"></script>
<script src="/embed/widget.js"></script>
<script src="${(await asset('frame.js')).href}"></script>`,
    { style: (await asset('preview.css')).href, colours: previewed.colours ?? visit.colours },
  )
  return html`<iframe title="${title}" srcdoc="${String(page)}"${previewed.isLater ? html` loading="lazy"` : ''}></iframe>`
}

/** A grinder as the widget keeps it in the browser. */
const keptGrinder = (grinder: AnyGrinder) => {
  const { slug, brand, model, uncertainty } = grinder
  const dial = { ...dialDataOf(grinder), ticks: widgetTicks(grinder) }
  return { slug, brand, name: model, uncertainty, dial }
}
