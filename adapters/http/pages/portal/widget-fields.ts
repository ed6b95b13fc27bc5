import {
  accentSwatches,
  type EmbedCoffee,
  languages,
  layouts,
  MOST_BORDER_RADIUS,
} from '../../../../core/embeds/model.ts'
import { type MethodId, methodById } from '../../../../core/grind/methods.ts'
import { type Html, html } from '../html.ts'
import { choiceField, textField } from '../parts/controls.ts'
import { icon } from '../parts/pen.ts'
import { contrastLines } from './widget-contrast.ts'
import type { WidgetSettings } from './widget-draft.ts'

interface WidgetFields {
  /** The valid part of what was typed. */
  settings: WidgetSettings
  typed: Record<string, string>
  /** What is wrong, by field. */
  complaints: Record<string, string>
  isRefused: boolean
  coffees: readonly { name: string; slug: string }[]
  /** In the order in which they are shown. */
  methods: readonly MethodId[]
  shownCoffees: readonly Pick<EmbedCoffee, 'picture' | 'buyUrl'>[]
  /** Where a picture and a shop link are added. */
  coffeesPath: string | undefined
}

/** What the roaster can set. */
export const widgetFields = (fields: WidgetFields): Html => {
  const { settings, typed, complaints, coffees, methods } = fields
  return html`${layoutField(settings)}${colourField(fields)}
<div class="pair">${themeField(settings)}${textField('borderRadius', 'Corners', { value: typed.borderRadius ?? String(settings.borderRadius), unit: 'px', complaint: complaints.borderRadius, more: html`type="number" min="0" max="${MOST_BORDER_RADIUS}" step="1" required` })}</div>
${choiceField(
  'defaultCoffee',
  'Coffee',
  [
    ['', [{ value: '', label: coffees.length < 2 ? 'First coffee' : `All ${coffees.length}, with a picker` }]],
    ['Only one', coffees.map(one => ({ value: one.slug, label: one.name }))],
  ],
  settings.defaultCoffee ?? '',
)}
${methods.length < 2 ? html`<input type="hidden" name="methodOrder" value="${methods.join(',')}">` : methodList(methods)}
${partsField(fields)}${poweredByField(settings)}
<details class="numbers"${complaints.allowedDomains ? html` open` : ''}><summary>${icon('right')}Language, allowed sites</summary><div>${languageField(settings)}${sitesField(typed.allowedDomains ?? settings.allowedDomains.join('\n'), complaints.allowedDomains)}</div></details>`
}

const layoutNames = { card: 'Card', inline: 'Wide', badge: 'Badge' }
const layoutDrawings = {
  card: html`<path class="band" d="M12 18h24v10H12z"/><path d="M9 1h30v30H9zM14 8h12M14 13h20"/>`,
  inline: html`<path class="band" d="M28 9h13v14H28z"/><path d="M1 4h46v24H1zM7 12h12M7 20h16"/>`,
  badge: html`<path class="band" d="M7 18a5 5 0 0 1 10 0"/><path d="M1 7h46v18H1zM23 13h14M23 19h10"/>`,
}

const layoutField = ({ layout }: WidgetSettings): Html =>
  html`<fieldset class="shapes"><legend>Look</legend>${layouts.map(one => html`<label><input class="unseen" type="radio" name="layout" value="${one}"${one === layout ? html` checked` : ''}><svg class="icon" viewBox="0 0 48 32" aria-hidden="true">${layoutDrawings[one]}</svg>${layoutNames[one]}</label>`)}</fieldset>`

const themeNames = { auto: 'Auto', light: 'Light', dark: 'Dark' }

const themeField = ({ theme }: WidgetSettings): Html =>
  html`<fieldset><legend>Theme</legend><span class="switch sorts">${(['auto', 'light', 'dark'] as const).map(one => html`<label><input class="unseen" type="radio" name="theme" value="${one}"${one === theme ? html` checked` : ''}>${themeNames[one]}</label>`)}</span></fieldset>`

function colourField({ settings, typed, complaints, isRefused }: WidgetFields): Html {
  const chosen = (typed.swatch ?? typed.accentColor ?? settings.accentColor).toUpperCase()
  return html`<fieldset><legend>Your colour</legend><div class="swatches">${accentSwatches.map(colour => html`<button class="swatch" name="swatch" value="${colour}" formmethod="get" aria-pressed="${String(colour === chosen)}" aria-label="${colour}"><svg viewBox="0 0 44 44" aria-hidden="true"><circle cx="22" cy="22" r="22" fill="${colour}"/></svg></button>`)}${textField('accentColor', 'Hex code', { value: typed.swatch ?? typed.accentColor ?? settings.accentColor, complaint: isRefused ? complaints.accentColor : undefined, more: html`maxlength="7" spellcheck="false" autocomplete="off" required` })}</div><div class="contrast" data-live="contrast">${!complaints.accentColor ? contrastLines(settings) : isRefused ? '' : html`<p class="warned">${icon('fault')}${complaints.accentColor}</p>`}</div></fieldset>`
}

/**
 * The arrows work without a script. At an end of the list they stay focusable, so that the keyboard is
 * not lost when a method gets there. With a script, rows can be dragged by their handles, too. */
function methodList(methods: readonly MethodId[]): Html {
  const move = (method: MethodId, to: 'up' | 'down', isPossible: boolean) =>
    html`<button class="bare" id="${to}-${method}" name="${to}" value="${method}" formmethod="get" aria-label="Move ${methodById[method].name} ${to}"${isPossible ? '' : html` aria-disabled="true"`}>${icon(to === 'up' ? 'higher' : 'lower')}</button>`
  return html`<fieldset data-live="methods"><legend>Methods, in this order</legend><input type="hidden" name="methodOrder" value="${methods.join(',')}"><ol class="method-order" data-reorder>${methods.map((method, at) => html`<li data-value="${method}"><span class="grip" aria-hidden="true">${icon('grip')}</span><span>${methodById[method].name}</span><small>opens first</small>${move(method, 'up', at > 0)}${move(method, 'down', at < methods.length - 1)}</li>`)}</ol></fieldset>`
}

const languageField = ({ language }: WidgetSettings): Html =>
  choiceField(
    'language',
    'Language',
    [
      [
        '',
        [
          { value: '', label: 'Same as your page' },
          ...languages.map(value => ({ value, label: languageNames[value] })),
        ],
      ],
    ],
    language ?? '',
  )

const sitesField = (text: string, complaint: string | undefined): Html =>
  html`<div class="field"><label for="allowedDomains">Only on these sites</label><textarea id="allowedDomains" name="allowedDomains" rows="3" placeholder="Every site" spellcheck="false" aria-describedby="sites-help"${complaint ? html` aria-invalid="true"` : ''}>${text}</textarea><p class="quiet" id="sites-help">${complaint ? html`<span class="complaint">${icon('fault')}${complaint}</span>` : ''}One per line: shop.example, or *.shop.example for every site below it. Leave it empty to allow every site.</p></div>`

const toggle = (name: string, label: string, isOn: boolean): Html =>
  html`<label class="toggle"><input type="checkbox" role="switch" name="${name}" value="1"${isOn ? html` checked` : ''}>${label}</label>`

const partsField = ({ settings: { showPicture, showBuyButton }, ...fields }: WidgetFields): Html =>
  html`<input type="hidden" name="parts" value="1">${toggle('showPicture', 'Show the bag picture', showPicture)}${toggle('showBuyButton', 'Show a buy button', showBuyButton)}<div data-live="missing">${missingParts(fields)}</div>`

function missingParts({ shownCoffees, coffeesPath }: Pick<WidgetFields, 'shownCoffees' | 'coffeesPath'>): Html | '' {
  const hasPicture = shownCoffees.some(({ picture }) => picture)
  const hasLink = shownCoffees.some(({ buyUrl }) => buyUrl)
  if (shownCoffees.length === 0 || (hasPicture && hasLink)) return ''
  const missing = hasPicture
    ? 'There is no shop link to show yet.'
    : hasLink
      ? 'There is no picture to show yet.'
      : 'There is no picture and no shop link to show yet.'
  return html`<p class="quiet">${missing} ${coffeesPath ? html`<a href="${coffeesPath}">Edit your coffees</a>` : ''}</p>`
}

const poweredByField = ({ showPoweredBy, isPremium }: WidgetSettings): Html =>
  isPremium
    ? html`<input type="hidden" name="mayHide" value="1">${toggle('showPoweredBy', 'Show “Dialin” in the footer', showPoweredBy)}`
    : html`<p class="quiet">The footer shows “Dialin”. Premium roasters can hide it; <a href="/about#contact">write to us</a> to become one.</p>`

const languageNames = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  ja: '日本語',
  ko: '한국어',
  zh: '简体中文',
  'zh-Hant': '繁體中文',
}
