import { LitElement, type PropertyValues } from 'lit'
import type { RoasterEmbed } from '../core/embeds/model.ts'
import { documentedProperties, readAttributes } from './attributes.ts'
import type { CardView, CoffeeRecipe, ListKind, Phase, PickerRow } from './card-view.ts'
import { cardsOnPage, openList, recallGrinder, visitorGrinder } from './grinder.ts'
import { looksOf, rulesOf } from './looks.ts'
import { ANSWER_RECIPES, Refusal, recipesOf, track, warmUp } from './service.ts'
import { watchSight } from './sight.ts'
import { cardStyles } from './styles/card.ts'
import { badge, box } from './templates.ts'
import { english, type Speaker, speakerFor, speakerOf } from './words.ts'

/** Every part that a page may style. */
export const cardParts =
  'box, header, picture, title, tabs, tab, selected, figures, grinder, dial, notes, buy, link, timer, powered-by'

/**
 * A roaster's recipes. The attributes of the page's element, which main.ts copies here, are its reactive properties.
 *
 * @csspart box - Everything: the card, the band of the inline layout, or the badge.
 * @csspart header - Roaster, coffee and flavour notes.
 * @csspart picture - The picture of the bag, if the roaster has one.
 * @csspart title - The name of the coffee, or the picker of coffees.
 * @csspart tabs - The row of brew methods.
 * @csspart tab - One brew method; the shown one has `tab selected`.
 * @csspart figures - Dose, water, temperature and time.
 * @csspart grinder - The setting on the visitor's grinder, or the way to choose one.
 * @csspart dial - The dial of the visitor's grinder with the setting on it, or the ruler of all methods.
 * @csspart notes - What the roaster says about the recipe.
 * @csspart buy - The link to the roaster's shop.
 * @csspart link - The link to the full recipe.
 * @csspart timer - The link to the timer on our page.
 * @csspart powered-by - Our name.
 * @fires dialin-grinder-change - The visitor chose another grinder: `{ slug, brand, name }`, or null for none. It bubbles.
 * @cssprop --dialin-font - Font family. That of the page.
 * @cssprop --dialin-background - Behind everything. White, or nearly black in the dark theme.
 * @cssprop --dialin-text - Text.
 * @cssprop --dialin-muted - Text of less weight.
 * @cssprop --dialin-line - Borders.
 * @cssprop --dialin-accent - The accent colour; together with `--dialin-on-accent`, for the contrast is then yours.
 * @cssprop --dialin-on-accent - Text on the accent colour.
 * @cssprop --dialin-max-width - 640px for the card, 480px for the compact one, 360px for the badge, 2000px for the inline layout.
 * @cssprop --dialin-height - The space that is reserved. By layout and width; `auto` fits the text and may shift the page.
 */
export class RecipeCard extends LitElement implements CardView {
  static override properties = {
    ...documentedProperties,
    phase: { state: true },
    shownCoffee: { state: true },
    wanted: { state: true },
    speaker: { state: true },
    picking: { state: true },
    hasMore: { state: true },
    isOpen: { state: true },
    moreTabs: { state: true },
  }
  static override styles = cardStyles

  declare phase: Phase
  /** The slug of the coffee that is shown, and the method that was chosen: kept for the next coffee that has it. */
  declare shownCoffee: string
  declare wanted: string
  declare speaker: Speaker
  /** The list that is open; 'failed' when it did not load. */
  declare picking: ListKind | 'failed' | undefined
  choices: PickerRow[] = []
  lastList: ListKind = 'grinder'
  /** Whether the notes have more lines than are shown, and whether all are. */
  declare hasMore: boolean
  declare isOpen: boolean
  declare moreTabs: string
  /** The roaster's answer, once it has come. */
  embed: RoasterEmbed | undefined
  /** Why there is nothing, as the service says it. */
  trouble: string | undefined
  /** Colours and corners of this card. A sheet, because a strict page forbids a style attribute. */
  readonly colours = new CSSStyleSheet()
  readonly #recipes = new Map<string, CoffeeRecipe[]>()
  #asked = 0
  #language = ''
  #spoken: Promise<void> | undefined
  readonly #sight = watchSight(this, {
    near: () => this.load(this.given.coffee),
    seen: () => track('impression', this),
    what: () => (this.phase === 'ready' ? this.shareId : ''),
  })
  readonly #size = new ResizeObserver(() => this.measure())

  constructor() {
    super()
    this.phase = 'loading'
    this.shownCoffee = ''
    this.wanted = ''
    this.speaker = speakerOf('en', english)
    this.hasMore = false
    this.isOpen = false
    this.moreTabs = ''
    for (const event of ['pointerenter', 'focusin']) this.addEventListener(event, warmUp)
  }

  protected override createRenderRoot() {
    const root = super.createRenderRoot() as ShadowRoot
    root.adoptedStyleSheets.push(this.colours)
    return root
  }

  override connectedCallback() {
    super.connectedCallback()
    cardsOnPage.add(this)
    this.#sight.start()
    this.#size.observe(this)
    if (!this.given.serviceWidget) this.phase = 'empty'
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    cardsOnPage.delete(this)
    this.#sight.stop()
    this.#size.disconnect()
  }

  /** The page may change its attributes: a shop where another variant was chosen, say. */
  protected override willUpdate(changed: PropertyValues) {
    if (this.hasUpdated) {
      if (changed.has('serviceWidget')) {
        this.embed = undefined
        this.shownCoffee = ''
        this.#recipes.clear()
      }
      if (changed.has('serviceWidget') || changed.has('coffee')) this.#follow()
    }
    this.colours.replaceSync(rulesOf(this.looks))
  }

  protected override render() {
    return this.looks.layout === 'badge' ? badge(this) : box(this)
  }

  protected override updated() {
    this.measure()
    this.#sight.check()
    if (this.phase !== 'loading') this.#speak()
  }

  #follow() {
    const { coffee } = this.given
    // One that is far below has not asked yet.
    if (this.phase === 'loading' && !this.#asked) return
    if (this.#recipes.has(coffee ?? '')) this.pickCoffee(coffee as string)
    else this.load(coffee)
  }

  async load(coffee = this.shownCoffee || this.given.coffee) {
    const { serviceWidget } = this.given
    if (!serviceWidget) return this.#enter('empty')
    const asked = ++this.#asked
    // The previous coffee stays until the next one has loaded.
    if (!this.recipe) this.#enter('loading')
    try {
      const [embed] = await Promise.all([this.#answer(serviceWidget, coffee), this.#speak(), recallGrinder()])
      if (asked !== this.#asked) return
      this.embed ??= embed
      // The roaster may have said another language.
      await this.#speak()
      if (asked !== this.#asked) return
      this.#storeRecipes(embed)
      // The first recipe is of the coffee that the roaster opens with.
      const first = [coffee ?? this.given.defaultCoffee, embed.recipes[0]?.coffee.slug].find(
        slug => slug && this.#recipes.has(slug),
      )
      if (first) this.pickCoffee(first)
      else this.#enter('empty')
    } catch (error) {
      if (asked !== this.#asked) return
      this.#warn(error)
      this.shownCoffee = coffee ?? ''
      this.#enter((error as Refusal).isMissing ? 'empty' : 'failed')
    }
  }

  /** If there is no such coffee, all of the roaster's are shown. */
  async #answer(roaster: string, coffee?: string) {
    this.trouble = undefined
    return recipesOf(roaster, coffee).catch((error: Refusal) => {
      if (!coffee || !error.isMissing) throw error
      this.#warn(error)
      return recipesOf(roaster)
    })
  }

  #warn(error: unknown) {
    this.trouble = error instanceof Refusal ? error.message : undefined
    if (this.trouble) console.warn(`[dialin] ${this.trouble}`)
  }

  /** Who pressed the button by keyboard is where it was when the answer has come. */
  async tryAgain() {
    const loading = this.load()
    await this.focusOn('.box')
    await loading
    if (this.phase === 'failed') await this.focusOn('button')
  }

  async pickCoffee(slug: string) {
    if (!this.#recipes.has(slug)) return this.load(slug)
    this.shownCoffee = slug
    this.isOpen = false
    // What was asked for before is no longer waited for.
    this.#asked++
    this.#enter('ready')
  }

  async pickMethod(method: string) {
    if (method === this.method) return
    this.wanted = method
    this.isOpen = false
    track('method-switch', this)
    await this.updateComplete
    // Out from under the fade and the arrow, too.
    this.#find('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  scrollTabs(direction: 1 | -1) {
    this.#find('.tabs')?.scrollBy({ left: direction * 100, behavior: 'smooth' })
  }

  /** The width decides whether notes are cut, tabs are out of sight, and what of the footer fits. */
  measure() {
    const tabs = this.#find('.tabs')
    if (tabs) {
      const hidden = tabs.scrollWidth - tabs.clientWidth
      // Right to left, it is counted from the right end, below zero.
      const onTheLeft = tabs.scrollLeft + (this.isMirrored ? hidden : 0)
      this.moreTabs = `${onTheLeft > 1 ? 'back' : ''} ${hidden - onTheLeft > 1 ? 'forth' : ''}`
    }
    const notes = this.#find('.notes')
    // More than two lines; letters of a tall font reach a little below the last one.
    if (notes && !this.isOpen)
      this.hasMore = notes.scrollHeight > 2.5 * Number.parseFloat(getComputedStyle(notes).lineHeight)
    const footer = this.#find('.footer')
    if (!footer) return
    footer.className = 'footer'
    for (const step of ['brief', 'nameless', 'tight'])
      if (footer.scrollWidth > footer.clientWidth) footer.classList.add(step)
  }

  get isMirrored() {
    return this.matches(':dir(rtl)')
  }

  followLink() {
    track('click', this)
  }

  toggleNotes() {
    this.isOpen = !this.isOpen
  }

  async openPicker(kind: ListKind) {
    this.lastList = kind
    try {
      await openList(this, kind)
    } catch {
      this.picking = 'failed'
      await this.focusOn('.grinder')
    }
  }

  /** One recipe a method, the roaster's default where there are more. */
  get methods() {
    const recipes = this.#recipes.get(this.shownCoffee) ?? []
    const order = this.given.methodOrder?.split(' ') ?? []
    const placeOf = ({ method }: CoffeeRecipe) => order.indexOf(method) + 1 || 99
    return recipes
      .filter(({ method }, at) => recipes.findIndex(one => one.method === method) === at)
      .sort((one, other) => placeOf(one) - placeOf(other))
  }

  get recipe() {
    const { methods, wanted } = this
    return methods.find(({ method }) => method === wanted) ?? methods[0]
  }

  get method() {
    return this.recipe?.method ?? ''
  }

  get shareId() {
    return `${this.given.serviceWidget}/${this.shownCoffee}`
  }

  get grinder() {
    return visitorGrinder()?.slug
  }

  get given() {
    return readAttributes(this).given
  }

  /** What is wrong with its attributes. */
  get faults() {
    return readAttributes(this).faults
  }

  get looks() {
    return looksOf(this, this.host)
  }

  /** The element of the page that it is in; itself, where the page has it directly. */
  get host(): HTMLElement {
    const root = this.getRootNode()
    return root instanceof ShadowRoot ? (root.host as HTMLElement) : this
  }

  #enter(phase: Phase) {
    this.phase = phase
    // The same phase may show another answer.
    this.requestUpdate()
  }

  /** In the language that is asked for now, once its words have come. */
  #speak() {
    const { language } = this.looks
    if (language !== this.#language)
      this.#spoken = speakerFor(language).then(speaker => {
        if (language !== this.#language) return
        this.speaker = speaker
        this.lang = speaker.language
      })
    this.#language = language
    return this.#spoken
  }

  #storeRecipes({ recipes }: RoasterEmbed) {
    const coffees = [...new Set(recipes.map(({ coffee }) => coffee.slug))]
    // Where the answer was full, its last coffee may have been cut off; it is asked for when it is picked.
    if (recipes.length === ANSWER_RECIPES && coffees.length > 1) coffees.pop()
    for (const slug of coffees)
      this.#recipes.set(
        slug,
        recipes.filter(({ coffee }) => coffee.slug === slug),
      )
  }

  async focusOn(selector: string) {
    await this.updateComplete
    this.#find(selector)?.focus()
  }

  #find(selector: string) {
    return this.renderRoot.querySelector<HTMLElement>(selector)
  }
}
