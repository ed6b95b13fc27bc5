import type { PropertyValues } from 'lit'
import { pickerGroups, popularGrinders, typedParts } from '../core/grind/picker.ts'
import { folded } from '../core/names.ts'
import type { PickerRow } from './card-view.ts'
import type { LentParts } from './lent.ts'
import { type SecondWords, secondEnglish } from './second-words.ts'
import { pickerStyles } from './styles/picker.ts'

/** The card follows once the arrows have rested this long. */
const SETTLED_MS = 350
/** Letters within this time belong to one name. */
const LETTERS_MS = 700

/** Makes the element with the list to choose from. The card registers it when a list is first opened. */
export const pickerOf = ({ LitElement, html, css, nothing }: LentParts) => {
  const sign = (path: string) => html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`
  const cross = sign('M6 6l12 12M18 6L6 18')
  /**
   * A list in a popover; on phones, a sheet. Keys: arrows, Home, End, Enter, Tab and Escape, and the letters that a name
   * begins with.
   *
   * @fires pick - Somebody chose: the slug is the detail.
   * @fires preview - Another row has been active for a moment: its slug is the detail, or an empty one.
   * @fires close - The list is closed, with or without a choice.
   */
  return class ListPicker extends LitElement {
    static override properties = {
      choices: { attribute: false },
      chosen: {},
      label: {},
      words: { attribute: false },
      /** For a grinder rather than a coffee: it is kept on the device, and can be forgotten. */
      isGrinder: { attribute: false },
      typed: { state: true },
      active: { state: true },
    }

    declare choices: PickerRow[]
    declare chosen: string | undefined
    declare label: string
    declare words: Partial<SecondWords>
    declare isGrinder: boolean
    declare typed: string
    /** The slug of the row that Enter would take. */
    declare active: string | undefined
    /** Where the popover is. A sheet, because a strict page forbids a style attribute. */
    readonly #placed = new CSSStyleSheet()
    readonly #place = () => this.place()
    #timer: Timer | undefined
    /** The letters typed one after the other in a list without a field, and when the last one was. */
    #letters = ''
    #lastLetterAt = 0

    constructor() {
      super()
      this.typed = ''
    }

    override connectedCallback() {
      super.connectedCallback()
      this.setAttribute('popover', 'auto')
      this.addEventListener('toggle', event => {
        if ((event as ToggleEvent).newState === 'closed') this.dispatchEvent(new Event('close'))
      })
      this.addEventListener('keydown', this.#stay)
      addEventListener('scroll', this.#place, true)
      addEventListener('resize', this.#place)
    }

    override disconnectedCallback() {
      super.disconnectedCallback()
      removeEventListener('scroll', this.#place, true)
      removeEventListener('resize', this.#place)
      clearTimeout(this.#timer)
    }

    protected override willUpdate() {
      if (!this.hasUpdated && this.#rows.includes(this.chosen ?? '')) this.active = this.chosen
    }

    protected override firstUpdated() {
      ;(this.renderRoot as ShadowRoot).adoptedStyleSheets.push(this.#placed)
      this.place()
      this.showPopover()
      this.renderRoot.querySelector<HTMLElement>('[role=combobox], [role=listbox], a')?.focus()
    }

    protected override updated(changed: PropertyValues) {
      if (!changed.has('active')) return
      this.renderRoot.querySelector('.active')?.scrollIntoView({ block: 'nearest' })
      clearTimeout(this.#timer)
      // A sheet covers the card.
      if (innerWidth >= 600) this.#timer = setTimeout(() => this.#tell('preview', this.active), SETTLED_MS)
    }

    /** Below what it changes, which stays in sight, or above where there is more room. */
    place() {
      const card = this.closest('.box')?.getBoundingClientRect()
      const anchor = this.parentElement?.querySelector('.reading, .title, .ways')?.getBoundingClientRect()
      const isSheet = !card || !anchor || innerWidth < 600
      this.role = isSheet ? 'dialog' : null
      this.ariaModal = isSheet ? 'true' : null
      this.ariaLabel = isSheet ? this.#label : null
      if (isSheet)
        // A sheet stays as high as it is while fewer and fewer rows are found.
        return this.#placed.replaceSync(this.#isSearchable ? ':host{height:80dvh}' : '')
      const [above, below] = [anchor.top - 16, innerHeight - anchor.bottom - 16]
      const upright =
        below >= Math.min(420, above)
          ? `top:${Math.max(8, anchor.bottom + 8)}px;max-height:${Math.min(420, below)}px`
          : `bottom:${innerHeight - anchor.top + 8}px;max-height:${Math.min(420, above)}px`
      const width = Math.min(440, Math.max(212, card.width - 28))
      const inCard = Math.max(card.left + 14, Math.min(anchor.left, card.right - 14 - width))
      const left = Math.max(8, Math.min(inCard, innerWidth - width - 8))
      this.#placed.replaceSync(`:host{left:${left}px;width:${width}px;${upright}}`)
    }

    /** In the order of the list; each group has its name. */
    get #groups(): Array<{ name: string; rows: PickerRow[] }> {
      const { choices, typed } = this
      if (typed.trim()) {
        const named = choices.map(row => ({ ...row, model: row.name }))
        const { matches, similar, nearest } = pickerGroups(named, [], typed)
        return [
          { name: '', rows: matches },
          { name: this.#said('closest'), rows: [...similar, ...nearest] },
        ].filter(({ rows }) => rows.length > 0)
      }
      if (!this.#isSearchable && !this.#hasLinks) return [{ name: '', rows: choices }]
      const known = popularGrinders.flatMap(slug => choices.find(one => one.slug === slug) ?? [])
      const brands = [...new Set(choices.map(({ brand }) => brand))]
      return [
        { name: known.length ? this.#said('popular') : '', rows: known },
        ...brands.map(brand => ({
          name: brand,
          rows: choices.filter(one => one.brand === brand && !known.includes(one)),
        })),
      ].filter(({ rows }) => rows.length > 0)
    }

    /** Links keep their own keys: Tab and Enter. */
    get #hasLinks() {
      return !!this.choices[0]?.href
    }

    get #isSearchable() {
      return this.choices.length > 8 && !this.#hasLinks
    }

    get #rows() {
      return this.#groups.flatMap(({ rows }) => rows.map(({ slug }) => slug))
    }

    protected override render() {
      const groups = this.#groups
      const isFound = !groups[0]?.name
      const count = groups[0]?.rows.length ?? 0
      const row = ({ slug, brand, name, note, href }: PickerRow) => {
        const pick = () => this.pick(slug)
        if (href)
          return html`<a class="row" target="_blank" rel="noopener" href="${href}" @click=${pick}><span>${name}<small>${note}</small></span></a>`
        // The note is a description, so that the name alone is the option's.
        return html`<div role="option" id="row-${slug}" class="row ${slug === this.active ? 'active' : ''}" aria-selected="${slug === this.chosen}" aria-description="${note}" @click=${pick}><span>${this.#marked(brand ? `${brand} ${name}` : name)}<small aria-hidden="true">${note}</small></span></div>`
      }
      return html`<div class="top"><b id="label">${this.#label}</b><button aria-label="${this.#said('close')}" @click=${() => this.hidePopover()}>${cross}</button></div>
        ${this.#isSearchable ? this.#field() : nothing}
        <p class="quiet" role="status">${this.typed.trim() && (isFound ? this.#said('results', count) : this.#said('noMatch'))}</p>
        <div id="list" role="${this.#hasLinks ? 'group' : 'listbox'}" aria-labelledby="label" tabindex="${this.#isSearchable || this.#hasLinks ? -1 : 0}" aria-activedescendant="${this.active ? `row-${this.active}` : nothing}" @keydown=${this.#hasLinks ? nothing : this.#keys}>${groups.map(
          ({ name, rows }, at) =>
            name
              ? html`<div role="group" aria-labelledby="group-${at}"><div role="presentation" class="quiet" id="group-${at}">${name}</div>${rows.map(row)}</div>`
              : rows.map(row),
        )}</div>
        ${!this.isGrinder ? nothing : html`<div class="foot"><span class="quiet">${sign('M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3')}${this.#said('kept')}</span>${this.chosen ? html`<button class="none" @click=${() => this.pick('')}>${this.#said('none')}</button>` : nothing}</div>`}`
    }

    #field() {
      const type = ({ target }: Event) => this.#type((target as HTMLInputElement).value)
      const clear = () => {
        this.#type('')
        this.renderRoot.querySelector('input')?.focus()
      }
      return html`<div class="field">${sign('M11 4a7 7 0 1 0 0 14a7 7 0 0 0 0-14M16 16l5 5')}<input role="combobox" aria-expanded="true" aria-controls="list" aria-autocomplete="list" aria-label="${this.#label}" aria-activedescendant="${this.active ? `row-${this.active}` : nothing}" autocomplete="off" spellcheck="false" maxlength="60" placeholder="${this.#said('search', this.choices.length)}" .value=${this.typed} @input=${type} @keydown=${this.#keys}>${this.typed ? html`<button class="clear" aria-label="${this.#said('clear')}" @click=${clear}>${cross}</button>` : nothing}</div>`
    }

    /** Enter takes the first that was found; the closest names are only offered. */
    #type(typed: string) {
      this.typed = typed
      const [first] = this.#groups
      this.active = typed.trim() && !first?.name ? first?.rows[0]?.slug : undefined
    }

    #marked(name: string) {
      return this.typed.trim()
        ? typedParts(name, this.typed).map(({ text, isTyped }) => (isTyped ? html`<mark>${text}</mark>` : text))
        : name
    }

    /** The next row whose name begins with what was typed. */
    #typeAhead({ key, timeStamp }: KeyboardEvent) {
      const isNew = timeStamp - this.#lastLetterAt > LETTERS_MS
      this.#letters = folded((isNew ? '' : this.#letters) + key)
      this.#lastLetterAt = timeStamp
      const at = this.choices.findIndex(({ slug }) => slug === this.active) + (isNew ? 1 : 0)
      const found = [...this.choices.slice(at), ...this.choices.slice(0, at)].find(({ name }) =>
        folded(name).startsWith(this.#letters),
      )
      if (found) this.active = found.slug
    }

    /** A sheet is modal: Tab goes round in it. */
    readonly #stay = (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || event.defaultPrevented || !this.role) return
      const places = [...this.renderRoot.querySelectorAll<HTMLElement>('a, button, input, [tabindex="0"]')]
      const at = places.indexOf((this.renderRoot as ShadowRoot).activeElement as HTMLElement)
      if (at !== (event.shiftKey ? 0 : places.length - 1)) return
      event.preventDefault()
      places.at(event.shiftKey ? -1 : 0)?.focus()
    }

    readonly #keys = (event: KeyboardEvent) => {
      const rows = this.#rows
      const at = rows.indexOf(this.active ?? '')
      const isTyping = this.#isSearchable && (event.key === 'Home' || event.key === 'End')
      const next = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[event.key]
      if (next !== undefined && !isTyping && rows.length > 0) {
        event.preventDefault()
        this.active = rows.at(next % rows.length)
      } else if (
        this.active &&
        (event.key === 'Enter' || event.key === 'Tab' || (event.key === ' ' && !this.#isSearchable))
      ) {
        event.preventDefault()
        this.pick(this.active)
      } else if (event.key === 'Tab' && !event.shiftKey && !this.#isSearchable) this.hidePopover()
      else if (/^\S$/u.test(event.key) && !this.#isSearchable && !event.ctrlKey && !event.metaKey)
        this.#typeAhead(event)
    }

    pick(slug: string) {
      clearTimeout(this.#timer)
      this.#tell('pick', slug)
      this.hidePopover()
    }

    #tell(what: 'pick' | 'preview', slug = '') {
      this.dispatchEvent(new CustomEvent(what, { detail: slug }))
    }

    #said(word: Exclude<keyof SecondWords, 'clicks' | 'turns'>, count = 0) {
      return (this.words[word] ?? secondEnglish[word]).replace('{}', String(count))
    }

    get #label() {
      return this.isGrinder ? this.#said('yours') : this.label
    }

    static override styles = pickerStyles(css)
  }
}
