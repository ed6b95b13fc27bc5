import { namesMatching } from '../core/grind/naming.ts'
import { popularGrinders } from '../core/grind/picker.ts'
import type { PickerRow } from './card-view.ts'
import type { LentParts } from './lent.ts'
import { type SecondWords, secondEnglish } from './second-words.ts'
import { pickerStyles } from './styles/picker.ts'

/** Makes the element with the list to choose from. The card registers it when a list is first opened. */
export const pickerOf = ({ LitElement, html, css, nothing }: LentParts) => {
  const sign = (path: string) => html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`
  /**
   * A list in a popover; on phones, a sheet. Keys: arrows, Home, End, Enter, Tab and Escape.
   *
   * @fires pick - Somebody chose: the slug is the detail.
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
      addEventListener('scroll', this.#place, true)
      addEventListener('resize', this.#place)
    }

    override disconnectedCallback() {
      super.disconnectedCallback()
      removeEventListener('scroll', this.#place, true)
      removeEventListener('resize', this.#place)
    }

    protected override firstUpdated() {
      ;(this.renderRoot as ShadowRoot).adoptedStyleSheets.push(this.#placed)
      this.place()
      this.showPopover()
      this.renderRoot.querySelector<HTMLElement>('[role=combobox], [role=listbox]')?.focus()
    }

    protected override updated() {
      this.renderRoot.querySelector('.active')?.scrollIntoView({ block: 'nearest' })
    }

    /** Below what opened it, or above where there is more room. */
    place() {
      const card = this.closest('.box')?.getBoundingClientRect()
      const anchor = this.parentElement?.getBoundingClientRect()
      if (!card || !anchor || innerWidth < 600)
        // A sheet stays as high as it is while fewer and fewer rows are found.
        return this.#placed.replaceSync(this.#isSearchable ? ':host{height:80dvh}' : '')
      const [above, below] = [anchor.bottom - 8, innerHeight - anchor.top - 8]
      const upright =
        below >= Math.min(420, above)
          ? `top:${Math.max(8, anchor.top)}px;max-height:${Math.min(420, below)}px`
          : `bottom:${innerHeight - anchor.bottom}px;max-height:${Math.min(420, above)}px`
      const width = Math.min(440, Math.max(240, card.width - 28))
      const left = Math.max(8, Math.min(anchor.left, card.right - 14 - width, innerWidth - width - 8))
      this.#placed.replaceSync(`:host{left:${left}px;width:${width}px;${upright}}`)
    }

    /** In the order of the list; each group has its name. */
    get #groups(): Array<{ name: string; rows: PickerRow[] }> {
      const { choices, typed } = this
      if (typed.trim()) {
        const named = choices.map(row => ({ ...row, model: row.name }))
        return [{ name: '', rows: namesMatching(named, typed) }]
      }
      if (!this.#isSearchable) return [{ name: '', rows: choices }]
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

    get #isSearchable() {
      return this.choices.length > 8
    }

    get #rows() {
      return this.#groups.flatMap(({ rows }) => rows.map(({ slug }) => slug))
    }

    protected override render() {
      const groups = this.#groups
      const count = this.#rows.length
      const row = ({ slug, brand, name }: PickerRow) =>
        html`<div role="option" id="row-${slug}" class="row ${slug === this.active ? 'active' : ''}" aria-selected="${slug === this.chosen}" @click=${() => this.pick(slug)}>${brand ? `${brand} ${name}` : name}</div>`
      return html`<div class="top"><b id="label">${this.#label}</b><button aria-label="${this.#said('close')}" @click=${() => this.hidePopover()}>${sign('M6 6l12 12M18 6L6 18')}</button></div>
        ${this.#isSearchable ? this.#field() : nothing}
        <p class="quiet" role="status">${this.typed && (count ? this.#said('results', count) : this.#said('noMatch'))}</p>
        <div id="list" role="listbox" aria-labelledby="label" tabindex="${this.#isSearchable ? -1 : 0}" aria-activedescendant="${this.active ? `row-${this.active}` : nothing}" @keydown=${this.#keys}>${groups.map(
          ({ name, rows }, at) =>
            name
              ? html`<div role="group" aria-labelledby="group-${at}"><div role="presentation" class="quiet" id="group-${at}">${name}</div>${rows.map(row)}</div>`
              : rows.map(row),
        )}</div>
        ${!this.isGrinder ? nothing : html`<div class="foot"><span class="quiet">${sign('M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3')}${this.#said('kept')}</span>${this.chosen ? html`<button class="none" @click=${() => this.pick('')}>${this.#said('none')}</button>` : nothing}</div>`}`
    }

    #field() {
      const type = ({ target }: Event) => {
        this.typed = (target as HTMLInputElement).value
        this.active = this.typed.trim() ? this.#rows[0] : undefined
      }
      return html`<div class="field">${sign('M11 4a7 7 0 1 0 0 14a7 7 0 0 0 0-14M16 16l5 5')}<input role="combobox" aria-expanded="true" aria-controls="list" aria-autocomplete="list" aria-label="${this.#label}" aria-activedescendant="${this.active ? `row-${this.active}` : nothing}" autocomplete="off" spellcheck="false" maxlength="60" placeholder="${this.#said('search', this.choices.length)}" @input=${type} @keydown=${this.#keys}></div>`
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
    }

    pick(slug: string) {
      this.dispatchEvent(new CustomEvent('pick', { detail: slug }))
      this.hidePopover()
    }

    #said(word: 'search' | 'popular' | 'results' | 'noMatch' | 'kept' | 'close' | 'none' | 'yours', count = 0) {
      return (this.words[word] ?? secondEnglish[word]).replace('{}', String(count))
    }

    get #label() {
      return this.isGrinder ? this.#said('yours') : this.label
    }

    static override styles = pickerStyles(css)
  }
}
