import * as v from 'valibot'
import { presentStyle, stylesFor } from '../../../core/adaptation/styles.ts'
import type { CoffeeDetail } from '../../../core/coffees/model.ts'
import { type CoffeeStart, startWith } from '../../../core/discovery/coffee-start.ts'
import { hottestWaterF } from '../../../core/equipment/boiling.ts'
import type { AnyStoredGrinder } from '../../../core/equipment/own-grinders.ts'
import { usualMachine } from '../../../core/equipment/usual.ts'
import { drinkName, GivenMethod, type MethodId, methodById } from '../../../core/grind/methods.ts'
import { MOST_NUDGES } from '../../../core/setup/adapt-recipe.ts'
import { dialFor, type Visit } from './choices.ts'
import { nudgedIn } from './chosen-brew.ts'
import { type Html, html } from './html.ts'
import type { OnDial } from './parts/dials.ts'
import type { recipeFigures } from './parts/figures.ts'
import { reasonList } from './parts/reasons.ts'
import type { Words } from './words.ts'

/** Where to start with a coffee and one method, on the reader's grinder. */
export interface Start {
  method: MethodId
  methodName: string
  /** The other methods to start with. */
  methods: MethodId[]
  on: OnDial
  nudge: number
  figures: Parameters<typeof recipeFigures>[0]
  why: Html
  note: string | null
  /** The page with the whole recipe. */
  href: string
  /** The method's other styles, each by rule. */
  styles: { name: string; href: string }[]
}

const usualMethods: MethodId[] = ['v60', 'aeropress', 'espresso', 'kalita', 'chemex', 'drip', 'french_press']

/** What `core/discovery/coffee-start.ts` recommends, prepared for the page. */
export async function startOnPage(coffee: CoffeeDetail, visit: Visit): Promise<Start> {
  const { ports, who, url, words } = visit
  const { grinder, whose } = dialFor(visit)
  const asked = v.safeParse(GivenMethod, url.searchParams.get('method'))
  const nudge = nudgedIn(visit, MOST_NUDGES)
  const start = await startWith(
    { dial: grinder, method: asked.success ? asked.output : undefined, nudgeSteps: nudge },
    coffee,
    ports,
    who,
  )
  const { method, written, dialed, recipe } = start
  const hottestF = hottestWaterF(method, undefined, who?.water.altitudeMeters)
  return {
    method,
    methodName: methodById[method].name,
    methods: [...new Set([...written, ...usualMethods, method])],
    nudge,
    on: { ...dialed, grinder, whose },
    figures: { ...recipe, method, waterTempF: recipe.waterTempF && Math.min(recipe.waterTempF, hottestF) },
    ...told(start, coffee, grinder, words),
    styles: otherStyles(method, coffee, grinder, ports),
  }
}

function told(start: CoffeeStart, { id, slug, roaster }: CoffeeDetail, grinder: AnyStoredGrinder, words: Words) {
  if (start.from === 'roaster')
    return {
      why: html`<p class="quiet">The roaster’s own recipe.</p>`,
      note: start.recipe.notes,
      href: `/brew/${roaster.slug}/${slug}?method=${start.method}`,
    }
  if (start.from === 'votes') {
    const { upvotes, downvotes, notes } = start.recipe
    return {
      why: html`<p class="quiet">What people like best for ${drinkName(start.method)}: ${words.number(upvotes)} of ${words.number(upvotes + downvotes)} votes.</p>`,
      note: notes,
      href: `/recipes/${start.recipe.id}`,
    }
  }
  const { why, note } = start.recipe
  const query = { grinder: grinder.slug, brewer: start.machine.slug, coffee: String(id) }
  return { why: reasonList(why, words), note, href: `/brew?${new URLSearchParams(query)}` }
}

function otherStyles(method: MethodId, { id: coffee }: CoffeeDetail, grinder: AnyStoredGrinder, ports: Visit['ports']) {
  const machine = usualMachine(ports, method)
  const [, ...others] = stylesFor(method, machine).map(presentStyle)
  return others.map(({ id: style, name }) => ({
    name,
    href: `/brew?${new URLSearchParams({ grinder: grinder.slug, brewer: machine.slug, coffee: String(coffee), style })}`,
  }))
}
