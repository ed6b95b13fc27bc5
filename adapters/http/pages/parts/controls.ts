import type { StoredMachine } from '../../../../core/equipment/equipment.ts'
import { type MethodId, methodById, methodIds } from '../../../../core/grind/methods.ts'
import type { Grinder } from '../../../../core/grind/model.ts'
import { fullName } from '../../../../core/grind/name.ts'
import type { Sign } from '../../../design/icons.ts'
import { type Html, html } from '../html.ts'
import { brewerIcon, icon, logo } from './pen.ts'

export interface Choice {
  value: string
  label: string
}

/** A select box, with groups if they have names. */
export const choiceField = (
  name: string,
  label: string,
  groups: [string, Choice[]][],
  chosen: string | undefined,
  /** What is wrong with it, in a sentence. */
  complaint?: string | undefined,
  isRequired = false,
): Html =>
  html`<div class="field"><label for="${name}">${label}</label>${selectBox(name, groups, chosen, complaint, isRequired ? html` required` : '')}${complaintAt(name, complaint)}</div>`

function selectBox(
  name: string,
  groups: [string, Choice[]][],
  chosen: string | undefined,
  complaint: string | undefined,
  more: Html | string = '',
): Html {
  const options = (choices: Choice[]) =>
    choices.map(
      one => html`<option value="${one.value}"${one.value === chosen ? html` selected` : ''}>${one.label}</option>`,
    )
  return html`<select id="${name}" name="${name}"${complaint ? html` aria-invalid="true" aria-describedby="${name}-complaint"` : ''}${more}>${groups.map(
    ([group, choices]) =>
      group === '' ? html`${options(choices)}` : html`<optgroup label="${group}">${options(choices)}</optgroup>`,
  )}</select>`
}

interface GrinderField {
  /** The person's own grinders, by slug. They come first. */
  yours?: readonly string[]
  /** The text while none is chosen. Without it, the first is chosen. */
  none?: string
  /** The choice of no grinder, where that is possible. */
  without?: string
  isRequired?: boolean
  complaint?: string | undefined
}

/**
 * Chooses a grinder: all of them by brand in a select box, which a script replaces with the picker
 * (`elements/grinder-picker.ts`).
 */
export function grinderField(
  name: string,
  label: string,
  grinders: readonly Grinder[],
  chosen: string | undefined,
  { yours = [], none, without, isRequired, complaint }: GrinderField = {},
): Html {
  const choices = (some: readonly Grinder[]): Choice[] => some.map(one => ({ value: one.slug, label: fullName(one) }))
  const own = grinders.filter(({ slug }) => yours.includes(slug))
  const others = grinders.filter(one => !own.includes(one))
  const empty = without ?? (chosen === undefined ? none : undefined)
  const groups: [string, Choice[]][] = [
    ...(empty === undefined ? [] : [['', [{ value: '', label: empty }]] as [string, Choice[]]]),
    ...(own.length === 0 ? [] : [['Yours', choices(own)] as [string, Choice[]]]),
    ...[...Map.groupBy(others, ({ brand }) => brand)].map(([brand, some]): [string, Choice[]] => [
      brand,
      choices(some),
    ]),
  ]
  const more = html`${without === undefined ? '' : html` data-without="${without}"`}${isRequired ? html` required` : ''}`
  return html`<div class="field"><label for="${name}">${label}</label><grinder-picker>${selectBox(name, groups, chosen, complaint, more)}</grinder-picker>${complaintAt(name, complaint)}</div>`
}

/** All brewers by method, the most common ones first. */
export function brewerField(machines: readonly StoredMachine[], chosen: string | undefined): Html {
  const byMethod = Object.groupBy(machines, ({ brewMethod }) => brewMethod)
  const order = new Set<MethodId>(['v60', 'aeropress', 'espresso', ...methodIds])
  const groups = [...order].flatMap((method): [string, Choice[]][] => {
    const choices = byMethod[method]?.map(one => ({ value: one.slug, label: fullName(one) }))
    return choices ? [[methodById[method].name, choices]] : []
  })
  return choiceField('brewer', 'Brewer', groups, chosen)
}

interface TextField {
  value?: string | undefined
  unit?: string
  /** What is wrong with it, in a sentence that names the limit. */
  complaint?: string | undefined
  /** Checked while a person types, so the message has its own line. */
  isLive?: boolean
  /** More attributes of the input. */
  more?: Html
}

export const textField = (
  name: string,
  label: string,
  { value = '', unit, complaint, isLive, more }: TextField = {},
): Html => {
  const input = html`<input id="${name}" name="${name}" value="${value}"${complaint ? html` aria-invalid="true" aria-describedby="${name}-complaint"` : ''} ${more ?? ''}>`
  return html`<div class="field"><label for="${name}">${label}</label>${unit ? html`<div class="unit">${input}<span aria-hidden="true">${unit}</span></div>` : input}${isLive ? '' : complaintAt(name, complaint)}</div>${isLive ? html`<div class="live-complaint" data-live="${name}-complaint">${complaintAt(name, complaint)}</div>` : ''}`
}

const complaintAt = (name: string, complaint: string | undefined): Html =>
  complaint ? html`<p class="complaint" id="${name}-complaint">${icon('fault')}${complaint}</p>` : html``

export const emailField: Html = html`<div class="field"><label for="email">Your email address</label><input id="email" name="email" type="email" autocomplete="email" required></div>`

/** Five levels, and a word for the chosen one. */
export const slider = (name: string, label: string, value: number, words: readonly string[], first: number): Html =>
  html`<div class="slider"><label for="${name}">${label}</label><output for="${name}" data-words="${words.join('|')}">${words[value - first] ?? ''}</output><input type="range" id="${name}" name="${name}" min="${first}" max="${first + words.length - 1}" step="1" value="${value}" aria-valuetext="${words[value - first] ?? ''}"></div>`

export const chip = (text: string, kind: '' | 'sure' | 'warm' = ''): Html =>
  html`<span class="chip ${kind}">${kind === 'sure' ? icon('check') : ''}${text}</span>`

/** Says that something happened, with one link to continue. */
export const notice = (kind: 'right' | 'wrong' | 'plain', title: string, text: Html | string): Html => {
  const signs: Record<typeof kind, Sign> = { right: 'check', wrong: 'fault', plain: 'search' }
  return html`<div class="notice${kind === 'plain' ? '' : ` ${kind}`}" role="${kind === 'wrong' ? 'alert' : 'status'}">${icon(signs[kind])}<div>${title === '' ? '' : html`<strong>${title}</strong> `}${text}</div></div>`
}

/** A link to choose a grinder, if none is known. */
export const showOnMine = (url: URL): Html =>
  html`<p class="which"><a class="button outlined" href="/my-grinder?back=${encodeURIComponent(url.pathname)}">${logo()}Show it on my grinder</a></p>`

/** Brew methods as links. Each is a page of its own, so it works without a script. */
export const methodTabs = (methods: { method: MethodId; href: string }[], chosen: MethodId | undefined): Html =>
  tabs(
    'Brew method',
    methods.map(({ method, href }) => ({
      href,
      text: html`${brewerIcon(method)}${methodById[method].name}`,
      isOn: method === chosen,
    })),
  )

export const tabs = (label: string, all: { href: string; text: Html; isOn: boolean }[]): Html =>
  html`<nav class="tabs" aria-label="${label}">${all.map(
    ({ href, text, isOn }) => html`<a href="${href}"${isOn ? html` aria-current="page"` : ''}>${text}</a>`,
  )}</nav>`

/** A search field with its button. */
export const searchField = (label: string, value: string, complaint?: string): Html =>
  html`<div class="field search"><label class="unseen" for="q">${label}</label><input id="q" name="q" type="search" maxlength="100" value="${value}" placeholder="${label}"${complaint ? html` aria-invalid="true" aria-describedby="q-complaint"` : ''}><button aria-label="Search">${icon('search')}</button>${complaintAt('q', complaint)}</div>`

/** A choice of sort orders. */
export const sortSwitch = (sorts: Choice[], chosen: string): Html =>
  html`<fieldset class="switch sorts"><legend class="unseen">Order</legend>${sorts.map(({ value, label }) => html`<label><input class="unseen" type="radio" name="sort" value="${value}"${value === chosen ? html` checked` : ''}>${label}</label>`)}</fieldset>`

/** A checkbox or radio button that looks like a chip. */
export const chipBox = (type: 'checkbox' | 'radio', name: string, value: string, label: string, isOn: boolean): Html =>
  html`<label class="chip-box"><input class="unseen" type="${type}" name="${name}" value="${value}"${isOn ? html` checked` : ''}>${label}</label>`

/** The active filters, each a link that removes it. */
export const chipLinks = (chosen: { label: string; without: string }[]): Html =>
  html`${chosen.map(({ label, without }) => html`<a class="chip-box" href="${without}"><span class="unseen">Remove </span>${label}${icon('cross')}</a>`)}`
