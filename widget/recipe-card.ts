import { render, type TemplateResult } from 'lit/html.js'
import type { EmbedCoffee, EmbedRecipe, RoasterEmbed } from '../core/embeds/model.ts'
import type { Attributes, Theme } from './attributes.ts'
import { readableOn, textOn } from './colour.ts'
import { allGrinders, chooseGrinder, listeners, type NamedGrinder, visitorGrinder } from './grinder.ts'
import { ANSWER_RECIPES, NotFound, recipesOf, track } from './service.ts'

type Phase = 'loading' | 'ready' | 'empty' | 'failed'

type CoffeeRecipe = EmbedRecipe & { coffee: EmbedCoffee }

const prefersDark = matchMedia('(prefers-color-scheme: dark)')

/** The background and the text of each theme: see build.ts. */
declare const THEME_COLOURS: Record<Theme, [string, string]>

/**
 * A roaster's recipes, rendered into the shadow tree of the element that carries `data-service-widget`.
 *
 * @csspart box - Everything: the card, the band of the inline layout, or the badge.
 * @csspart header - Roaster, coffee and flavour notes.
 * @csspart title - The name of the coffee, or the picker of coffees.
 * @csspart tabs - The row of brew methods.
 * @csspart tab - One brew method; the shown one has `tab selected`.
 * @csspart figures - Dose, water, ratio, temperature, time and grind.
 * @csspart grinder - The setting on the visitor's grinder, or the way to choose one.
 * @csspart notes - What the roaster says about the recipe.
 * @csspart link - The link to the full recipe.
 * @csspart powered-by - Our name.
 * @cssprop --dialin-font - Font family. `system-ui, sans-serif`.
 * @cssprop --dialin-background - Behind everything. White, or nearly black in the dark theme.
 * @cssprop --dialin-text - Text.
 * @cssprop --dialin-muted - Text of less weight.
 * @cssprop --dialin-line - Borders.
 * @cssprop --dialin-accent - The accent colour; together with `--dialin-on-accent`, for the contrast is then yours.
 * @cssprop --dialin-on-accent - Text on the accent colour.
 * @cssprop --dialin-max-width - 420px for the card, 340px for the badge, none for the inline layout.
 * @cssprop --dialin-height - The space that is reserved. By layout and width; `auto` fits the text and may shift the page.
 */
export class RecipeCard extends HTMLElement {
  declare attributesGiven: Attributes
  declare template: (card: RecipeCard) => TemplateResult
  /** The roaster's answer, once it has come. */
  embed: RoasterEmbed | undefined
  phase: Phase = 'loading'
  coffee = ''
  method = ''
  /** The list to choose from while the visitor chooses; 'failed' when it did not come. */
  grinders: NamedGrinder[] | 'failed' | undefined
  /** Colours and corners of this one card. A sheet, because a strict page forbids a style attribute. */
  readonly styles = new CSSStyleSheet()
  readonly #recipes = new Map<string, CoffeeRecipe[]>()
  readonly #seen = new Set<string>()
  #drawing: Promise<void> | undefined

  readonly draw = () => {
    this.#drawing ??= Promise.resolve().then(() => {
      this.#drawing = undefined
      this.#applyTheme()
      render(this.template(this), this)
    })
    return this.#drawing
  }

  connectedCallback() {
    listeners.add(this.draw)
    prefersDark.addEventListener('change', this.draw)
    this.draw()
    if (this.phase === 'loading') this.load(this.attributesGiven.coffee)
  }

  disconnectedCallback() {
    listeners.delete(this.draw)
    prefersDark.removeEventListener('change', this.draw)
  }

  async load(coffee = this.coffee || undefined) {
    this.#enter('loading')
    try {
      const embed = await recipesOf(this.attributesGiven.roaster, coffee)
      this.embed ??= embed
      this.#storeRecipes(embed)
      const first = coffee ?? embed.embedConfig.defaultCoffee ?? embed.coffees[0]?.slug
      if (first !== undefined && this.#recipes.has(first)) this.pickCoffee(first)
      else this.#enter('empty')
    } catch (error) {
      this.#enter(error instanceof NotFound ? 'empty' : 'failed')
    }
  }

  async pickCoffee(slug: string) {
    this.coffee = slug
    if (!this.#recipes.has(slug)) {
      await this.load(slug)
      return this.#focus('select')
    }
    if (!this.recipe) this.method = this.methods[0]?.method ?? ''
    this.#enter('ready')
    if (this.#seen.has(slug)) return
    this.#seen.add(slug)
    track('impression', this.shareId, this.method)
  }

  pickMethod(method: string) {
    if (method === this.method) return
    this.method = method
    this.draw()
    track('method-switch', this.shareId, method)
  }

  followLink() {
    track('click', this.shareId, this.method)
  }

  async openGrinders() {
    this.grinders = await allGrinders().then(
      ({ grinders }) => grinders,
      () => 'failed',
    )
    await this.#focus('.grinder')
  }

  async pickGrinder(slug: string) {
    try {
      await chooseGrinder(slug)
    } catch {
      this.grinders = 'failed'
      await this.#focus('.grinder')
    }
  }

  async closeGrinders() {
    this.grinders = undefined
    await this.#focus('.grinder')
  }

  /** One recipe a method, the roaster's default where there are more. */
  get methods() {
    const recipes = this.#recipes.get(this.coffee) ?? []
    return recipes.filter(({ method }, at) => recipes.findIndex(one => one.method === method) === at)
  }

  get recipe() {
    return this.methods.find(({ method }) => method === this.method)
  }

  get shareId() {
    return `${this.attributesGiven.roaster}/${this.coffee}`
  }

  get grinder() {
    return visitorGrinder()
  }

  /** The page's word, then the roaster's, then ours. */
  get config() {
    const { theme, accentColor, showPoweredBy, layout, borderRadius } = this.attributesGiven
    const roasterConfig = this.embed?.embedConfig
    const asked = theme ?? roasterConfig?.theme ?? 'light'
    const shown: Theme = asked === 'auto' ? (prefersDark.matches ? 'dark' : 'light') : asked
    return {
      theme: shown,
      layout: layout ?? roasterConfig?.layout ?? 'card',
      borderRadius: borderRadius ?? roasterConfig?.borderRadius ?? 4,
      accentColor: accentColor ?? roasterConfig?.accentColor ?? '#1D3557',
      showPoweredBy: (this.embed?.mayHidePoweredBy ? showPoweredBy : undefined) ?? roasterConfig?.showPoweredBy ?? true,
    }
  }

  #enter(phase: Phase) {
    this.phase = phase
    this.draw()
  }

  #applyTheme() {
    const { theme, accentColor, borderRadius } = this.config
    const [background, text] = THEME_COLOURS[theme]
    const ink = readableOn(background, accentColor, text)
    this.styles.replaceSync(
      `:host{--accent:${accentColor};--on-accent:${textOn(accentColor)};--accent-ink:${ink};--radius:${borderRadius}px}`,
    )
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
