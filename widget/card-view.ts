import type { EmbedCoffee, EmbedRecipe, RoasterEmbed } from '../core/embeds/model.ts'
import type { Attributes } from './attributes.ts'
import type { CardLooks } from './looks.ts'
import type { Speaker } from './words.ts'

export type Phase = 'loading' | 'ready' | 'empty' | 'failed'

/** What can be opened: the coffees, the grinders, or other ways to brew the coffee. */
export type ListKind = 'coffee' | 'grinder' | 'ways'

/** A row of a list. */
export interface PickerRow {
  slug: string
  /** Rows of one brand are together below its name. Coffees have none. */
  brand: string
  name: string
  /** In smaller letters below the name. */
  note: string
  /** Where a way to brew leads. */
  href?: string
}

export type CoffeeRecipe = EmbedRecipe & { coffee: EmbedCoffee }

/** What the templates read of a card, and what a visitor can do with it. */
export interface CardView {
  readonly renderRoot: ParentNode
  /** The element of the page that the card is in. */
  readonly host: HTMLElement
  readonly phase: Phase
  readonly given: Attributes
  readonly looks: CardLooks
  readonly speaker: Speaker
  readonly embed: RoasterEmbed | undefined
  /** What is wrong with the attributes, and why there is nothing to show. */
  readonly faults: string[]
  readonly trouble: string | undefined
  readonly methods: CoffeeRecipe[]
  readonly recipe: CoffeeRecipe | undefined
  readonly shownCoffee: string
  readonly method: string
  readonly shareId: string
  /** The slug of the visitor's grinder. */
  readonly grinder: string | undefined
  /** The list that is open, and what is in it; 'failed' when it did not load. */
  picking: ListKind | 'failed' | undefined
  choices: PickerRow[]
  /** The list that "Try again" opens. */
  readonly lastList: ListKind
  /** Whether the notes are cut, and whether all of them are shown. */
  readonly hasMore: boolean
  readonly isOpen: boolean
  /** Whether the page is written from right to left. */
  readonly isMirrored: boolean
  /** The sides on which there are more tabs: `back` on the left, `forth` on the right, or both. */
  readonly moreTabs: string
  tryAgain: () => void
  pickMethod: (method: string) => void
  scrollTabs: (direction: 1 | -1) => void
  /** Looks again at which sides of the tabs there are more. */
  measure: () => void
  followLink: () => void
  toggleNotes: () => void
  openPicker: (kind: ListKind) => void
  pickCoffee: (slug: string) => void
  /** Moves the keyboard to a part of the card, once it is drawn. */
  focusOn: (selector: string) => Promise<void>
}
