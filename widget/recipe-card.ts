import type { EmbedCoffee, EmbedRecipe, RoasterEmbed } from '../core/embeds/model.ts'
import type { Attributes } from './attributes.ts'
import { allGrinders, chooseGrinder, listeners, type NamedGrinder, visitorGrinder } from './grinder.ts'
import { looksOf, rulesOf } from './looks.ts'
import { render } from './render.ts'
import { ANSWER_RECIPES, Refusal, recipesOf, track, warmUp } from './service.ts'
import { watchSight } from './sight.ts'
import { english, speakerFor, speakerOf } from './words.ts'

type Phase = 'loading' | 'ready' | 'empty' | 'failed'

type CoffeeRecipe = EmbedRecipe & { coffee: EmbedCoffee }

/**
 * A roaster's recipes, rendered into the shadow tree of the element that carries `data-service-widget`.
 *
 * @csspart box - Everything: the card, the band of the inline layout, or the badge.
 * @csspart header - Roaster, coffee and flavour notes.
 * @csspart title - The name of the coffee, or the picker of coffees.
 * @csspart tabs - The row of brew methods.
 * @csspart tab - One brew method; the shown one has `tab selected`.
 * @csspart figures - Dose, water, ratio, temperature and time.
 * @csspart grinder - The setting on the visitor's grinder, or the way to choose one.
 * @csspart dial - The dial of the visitor's grinder, with the setting on it.
 * @csspart notes - What the roaster says about the recipe.
 * @csspart link - The link to the full recipe.
 * @csspart powered-by - Our name.
 * @fires dialin-grinder-change - The visitor chose another grinder: `{ slug, brand, name }`, or null for none. It bubbles.
 * @cssprop --dialin-font - Font family. `system-ui, sans-serif`.
 * @cssprop --dialin-background - Behind everything. White, or nearly black in the dark theme.
 * @cssprop --dialin-text - Text.
 * @cssprop --dialin-muted - Text of less weight.
 * @cssprop --dialin-line - Borders.
 * @cssprop --dialin-accent - The accent colour; together with `--dialin-on-accent`, for the contrast is then yours.
 * @cssprop --dialin-on-accent - Text on the accent colour.
 * @cssprop --dialin-max-width - 420px for the card, 340px for the badge, 2000px for the inline layout.
 * @cssprop --dialin-height - The space that is reserved. By layout and width; `auto` fits the text and may shift the page.
 */
export class RecipeCard extends HTMLElement {
  declare host: HTMLElement
  declare given: Attributes
  /** What is wrong with its attributes. */
  declare faults: string[]
  declare template: (card: RecipeCard) => Node
  /** The roaster's answer, once it has come. */
  embed: RoasterEmbed | undefined
  phase: Phase = 'loading'
  /** Why there is nothing, as the service says it. */
  trouble: string | undefined
  coffee = ''
  method = ''
  speaker = speakerOf('en', english)
  /** The list to choose from while the visitor chooses; 'failed' when it did not come. */
  grinders: NamedGrinder[] | 'failed' | undefined
  /** Whether the notes have more lines than are shown, and whether all are. */
  hasMore = false
  isOpen = false
  /** Colours and corners of this one card. A sheet, because a strict page forbids a style attribute. */
  readonly styles = new CSSStyleSheet()
  readonly #recipes = new Map<string, CoffeeRecipe[]>()
  #drawing: Promise<void> | undefined
  #asked = 0
  #told: string | undefined
  #language = ''
  #spoken: Promise<void> | undefined
  readonly #sight = watchSight(this, {
    near: () => this.load(this.given.coffee),
    seen: () => track('impression', this),
    what: () => (this.phase === 'ready' ? this.shareId : ''),
  })
  readonly #size = new ResizeObserver(() => this.#measure())

  readonly draw = () => {
    this.#drawing ??= Promise.resolve().then(() => {
      this.#drawing = undefined
      this.styles.replaceSync(rulesOf(this.looks))
      render(this.template(this), this)
      this.#measure()
      this.#sight.check()
      if (this.phase !== 'loading') this.#speak()
    })
    return this.#drawing
  }

  connectedCallback() {
    listeners.add(this.draw)
    this.#sight.start()
    this.#size.observe(this)
    this.draw()
    for (const event of ['pointerenter', 'focusin']) this.addEventListener(event, warmUp)
    if (!this.given.serviceWidget) this.#enter('empty')
  }

  disconnectedCallback() {
    listeners.delete(this.draw)
    this.#sight.stop()
    this.#size.disconnect()
  }

  /** The page has changed its attributes: a shop where another variant was chosen, say. */
  follow(given: Attributes, faults: string[]) {
    const { serviceWidget, coffee } = this.given
    this.given = given
    this.faults = faults
    if (serviceWidget !== given.serviceWidget) {
      this.embed = undefined
      this.coffee = ''
      this.#recipes.clear()
    } else if (coffee === given.coffee) return this.draw()
    // One that is far below has not asked yet.
    if (this.phase === 'loading' && !this.#asked) return
    if (this.#recipes.has(given.coffee ?? '')) this.pickCoffee(given.coffee as string)
    else this.load(given.coffee)
  }

  async load(coffee = this.coffee || this.given.coffee) {
    const { serviceWidget } = this.given
    if (!serviceWidget) return this.#enter('empty')
    const asked = ++this.#asked
    this.#enter('loading')
    try {
      const [embed] = await Promise.all([recipesOf(serviceWidget, coffee), this.#speak()])
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
      this.trouble = error instanceof Refusal ? error.message : undefined
      if (this.trouble) console.warn(`[dialin] ${this.trouble}`)
      this.#enter(error instanceof Refusal && error.isMissing ? 'empty' : 'failed')
    }
  }

  /** Who pressed the button by keyboard is where it was when the answer has come. */
  async tryAgain() {
    const loading = this.load()
    await this.#focus('.box')
    await loading
    if (this.phase === 'failed') await this.#focus('button')
  }

  async pickCoffee(slug: string) {
    this.coffee = slug
    this.isOpen = false
    if (!this.#recipes.has(slug)) {
      await this.load(slug)
      return this.#focus('select')
    }
    // What was asked for before is no longer waited for.
    this.#asked++
    if (!this.recipe) this.method = this.methods[0]?.method ?? ''
    this.#enter('ready')
  }

  pickMethod(method: string) {
    if (method === this.method) return
    this.method = method
    this.isOpen = false
    this.draw()
    track('method-switch', this)
  }

  followLink() {
    track('click', this)
  }

  toggleNotes() {
    this.isOpen = !this.isOpen
    this.draw()
  }

  async openGrinders() {
    this.#told = this.grinder
    this.grinders = await allGrinders().then(
      ({ grinders }) => grinders,
      () => 'failed',
    )
    await this.#focus('.grinder')
  }

  async pickGrinder(slug: string) {
    try {
      if (!(await chooseGrinder(slug))) return
      const { brand, name } = visitorGrinder() ?? {}
      const detail = slug ? { slug, brand, name } : null
      this.host.dispatchEvent(new CustomEvent('dialin-grinder-change', { detail, bubbles: true }))
    } catch {
      this.grinders = 'failed'
      await this.#focus('.grinder')
    }
  }

  /** Who walks through the list has chosen where they leave it. */
  settleGrinder(grinder: string) {
    const { shareId, method } = this
    if (grinder && grinder !== this.#told) track('grinder-choice', { shareId, method, grinder })
    this.#told = grinder
  }

  async closeGrinders() {
    this.grinders = undefined
    await this.#focus('.grinder')
  }

  /** One recipe a method, the roaster's default where there are more. */
  get methods() {
    const recipes = this.#recipes.get(this.coffee) ?? []
    const order = this.given.methodOrder?.split(' ') ?? []
    const placeOf = ({ method }: CoffeeRecipe) => order.indexOf(method) + 1 || 99
    return recipes
      .filter(({ method }, at) => recipes.findIndex(one => one.method === method) === at)
      .sort((one, other) => placeOf(one) - placeOf(other))
  }

  get recipe() {
    return this.methods.find(({ method }) => method === this.method)
  }

  get shareId() {
    return `${this.given.serviceWidget}/${this.coffee}`
  }

  get grinder() {
    return visitorGrinder()?.slug
  }

  get looks() {
    return looksOf(this)
  }

  #enter(phase: Phase) {
    this.phase = phase
    this.draw()
  }

  /** In the language that is asked for now, once its words have come. */
  #speak() {
    const { language } = this.looks
    if (language !== this.#language)
      this.#spoken = speakerFor(language).then(speaker => {
        if (language !== this.#language) return
        this.speaker = speaker
        this.lang = speaker.language
        this.draw()
      })
    this.#language = language
    return this.#spoken
  }

  /** Long notes are cut; how many lines there are, the width decides. */
  #measure() {
    const notes = this.querySelector('.notes')
    if (this.isOpen || !notes) return
    const hasMore = notes.scrollHeight > notes.clientHeight + 1
    if (hasMore === this.hasMore) return
    this.hasMore = hasMore
    this.draw()
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

  async #focus(selector: string) {
    await this.draw()
    this.querySelector<HTMLElement>(selector)?.focus()
  }
}
