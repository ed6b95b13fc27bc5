import { html, nothing, type TemplateResult } from 'lit'
import { type PickerGroups, pickerGroups, typedParts } from '../../../../core/grind/picker.ts'
import { drawMini, type GrinderChoice } from '../../../design/dial/mini.ts'
import { drawSign } from '../../../design/icons.ts'
import type { Pen } from '../../../design/pen.ts'

export interface PickerView {
  title: string
  all: GrinderChoice[]
  yours: GrinderChoice[]
  typed: string
  /** The slug of the grinder that is chosen now; empty if none is. */
  chosen: string
  /** The id of the option that Enter would choose. */
  active: string | undefined
  /** The text of the row that chooses none, if that is possible. */
  without?: string
}

/** A row of the list: a grinder, a brand whose grinders to show, or no grinder. */
export interface Option {
  id: string
  slug?: string
  brand?: string
}

interface Acts {
  type: (typed: string) => void
  choose: (option: Option) => void
  close: () => void
}

/** More rows would be slow to draw; by then, typing is quicker than reading. */
const MOST_MATCHES = 40

/** Everything that the arrow keys go through, in order. */
export function optionsFor(view: PickerView): Option[] {
  const { yours, popular, matches, similar, nearest, brands } = groupsOf(view)
  return [
    ...withoutOption(view),
    ...[...yours, ...popular, ...matches, ...similar, ...nearest].map(({ slug }) => ({ id: slug, slug })),
    ...brands.map(({ brand }) => ({ id: `brand-${brand}`, brand })),
  ]
}

/** What Enter chooses after typing. The closest names are only offered: none is meant for certain. */
export const firstMatch = (view: PickerView): string | undefined => {
  const { yours, matches } = groupsOf(view)
  return view.typed.trim() ? [...yours, ...matches][0]?.slug : undefined
}

function groupsOf({ all, yours, typed }: PickerView): PickerGroups<GrinderChoice> {
  const groups = pickerGroups(all, yours, typed)
  return { ...groups, matches: groups.matches.slice(0, MOST_MATCHES) }
}

const withoutOption = ({ without, chosen, typed }: PickerView): Option[] =>
  without && chosen && !typed.trim() ? [{ id: 'none', slug: '' }] : []

export function pickerView(pen: Pen<TemplateResult>, view: PickerView, act: Acts): TemplateResult {
  const { title, typed, active, chosen, all } = view
  const groups = groupsOf(view)
  const current = all.find(({ slug }) => slug === chosen)
  const none = withoutOption(view)
  const rows = (name: string, some: GrinderChoice[], note = '') =>
    group(
      name,
      note,
      some.map(row => option(view, act, { id: row.slug, slug: row.slug }, grinderRow(pen, row, typed))),
    )
  return html`<div class="picker-top"><b>${title}</b><button type="button" class="bare" aria-label="Close" @click=${act.close}>${drawSign(pen, 'cross')}</button></div>
<div class="picker-field">${drawSign(pen, 'search')}<input role="combobox" aria-label=${title} aria-expanded="true" aria-controls="picker-list" aria-autocomplete="list" aria-activedescendant=${active ? optionId(active) : nothing} placeholder="Brand or model" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="done" maxlength="60" @input=${(event: Event) => act.type((event.target as HTMLInputElement).value)}>${typed ? html`<button type="button" class="bare" aria-label="Clear" @click=${() => act.type('')}>${drawSign(pen, 'cross')}</button>` : nothing}</div>
<div class="picker-panel"><div class="picker-list" id="picker-list" role="listbox" aria-label="Grinders" tabindex="-1">
${none.map(one => option(view, act, one, html`<span class="picker-name"><b>${view.without}</b></span>`))}
${rows('Yours', groups.yours)}${rows('Popular', groups.popular)}${rows(groups.yours.length > 0 ? 'Others' : 'Matches', groups.matches)}${rows('Similar', groups.similar, 'same maker')}
${groups.count === 0 ? html`<p class="picker-empty" role="presentation">No grinder matches “${typed.trim()}”.</p>` : nothing}${rows('Closest names', groups.nearest)}
${group(
  typed.trim() ? 'Brands' : 'All brands',
  typed.trim() ? '' : String(groups.brands.length),
  groups.brands.map(({ brand, count }) =>
    option(
      view,
      act,
      { id: `brand-${brand}`, brand },
      html`<span>${marked(brand, typed)}</span> <span class="quiet">${count}</span>`,
    ),
  ),
  'picker-brands',
)}</div>
<a class="picker-other" href="/my-grinder?add${namedIn(view.typed)}&back=${encodeURIComponent(location.pathname + location.search)}" @click=${act.close}>${drawSign(pen, 'plus')}<span><b>Not listed? Add your grinder</b> Its dial and one setting you know are enough.</span></a>
<p class="picker-keys"><span aria-hidden="true"><kbd>↑</kbd><kbd>↓</kbd> move <kbd>↵</kbd> choose <kbd>esc</kbd> ${current ? `keep ${current.model}` : 'close'}</span><span role="status">${foundInList(groups.count, all.length)}</span></p></div>`
}

const foundInList = (count: number, all: number) => (count === all ? `${all} grinders` : `${count} of ${all} grinders`)

function group(name: string, note: string, options: TemplateResult[], kind = ''): TemplateResult | typeof nothing {
  if (options.length === 0) return nothing
  return html`<div role="group" aria-label=${name} class=${kind || nothing}><p class="picker-group" role="presentation"><span>${name}</span><span>${note}</span></p>${options}</div>`
}

const option = ({ active, chosen }: PickerView, act: Acts, one: Option, text: TemplateResult) =>
  html`<div role="option" id=${optionId(one.id)} class=${one.brand === undefined ? 'picker-row' : 'picker-brand'} aria-selected=${String(one.slug !== undefined && one.slug === chosen)} ?data-active=${one.id === active} @click=${() => act.choose(one)}>${text}</div>`

/** Ids must not contain spaces. */
const optionId = (id: string) => `pick-${id.replace(/\W+/g, '-')}`

const grinderRow = (pen: Pen<TemplateResult>, row: GrinderChoice, typed: string) =>
  html`<span class="picker-name"><span>${row.brand ? html`${marked(row.brand, typed)} ` : nothing}<b>${marked(row.model, typed)}</b>${row.isDefault ? html` <span class="chip">Default</span>` : nothing}</span><small>${[row.kind, row.start].filter(Boolean).join('. ')}</small></span>${row.dial ? html`<span class="mini" aria-hidden="true">${drawMini(pen, row.dial)}</span>` : nothing}`

const marked = (name: string, typed: string) =>
  typedParts(name, typed).map(({ text, isTyped }) => (isTyped ? html`<mark>${text}</mark>` : text))

/** What was typed, as the form's maker and name: "zerno z1". */
function namedIn(typed: string) {
  const [maker = '', ...model] = typed.trim().split(/\s+/)
  return maker === '' ? '' : `&maker=${encodeURIComponent(maker)}&model=${encodeURIComponent(model.join(' '))}`
}
