import * as v from 'valibot'
import { adaptRecipe } from '../../../core/adaptation/adapt-recipe.ts'
import type { CoffeeDetail, CoffeeStats } from '../../../core/coffees/model.ts'
import { MOST_RECIPES_OF_A_COFFEE } from '../../../core/embeds/model.ts'
import { usualMachine } from '../../../core/equipment/usual.ts'
import { usualMethod } from '../../../core/grind/chart.ts'
import { GivenMethod, type MethodId, methodById } from '../../../core/grind/methods.ts'
import { dialFor, type Visit } from './choices.ts'
import { nudgedIn } from './chosen-brew.ts'
import { type Html, html } from './html.ts'
import { grindOn, type OnDial, recipeOn } from './parts/dials.ts'
import type { recipeFigures } from './parts/figures.ts'
import { reasonList } from './parts/reasons.ts'

/** Where to start with a coffee by one method, on the reader's dial. */
export interface Start {
  method: MethodId
  methodName: string
  /** Others to start with. */
  methods: MethodId[]
  on: OnDial
  nudge: number
  figures: Parameters<typeof recipeFigures>[0]
  why: Html
  note: string | null
  /** The whole recipe. */
  href: string
}

const usualMethods: MethodId[] = ['v60', 'aeropress', 'espresso', 'kalita', 'chemex', 'drip', 'french_press']

/** What its roaster says; else what people like best; else by rule. */
export async function startWith(
  coffee: CoffeeDetail,
  { topMachines }: v.InferOutput<typeof CoffeeStats>,
  visit: Visit,
): Promise<Start> {
  const { ports, who, url, words } = visit
  const { grinder, whose } = dialFor(visit)
  const own = await ports.embeds.recipes({
    roasterId: coffee.roaster.id,
    coffee: coffee.slug,
    limit: MOST_RECIPES_OF_A_COFFEE,
  })
  const asked = v.safeParse(GivenMethod, url.searchParams.get('method'))
  const method = asked.success ? asked.output : (own.find(({ isDefault }) => isDefault)?.method ?? usualMethod(grinder))
  const nudge = nudgedIn(visit)
  const isLiked = ({ id }: { id: number }) => topMachines.some(top => top.id === id)
  const machine =
    ports.machines.list().find(one => one.brewMethod === method && isLiked(one)) ?? usualMachine(ports, method)
  const { adaptedRecipe, recommendedVariant: liked } = await adaptRecipe(
    {
      machineId: machine.id,
      grinderId: grinder.id,
      coffeeProfileId: coffee.id,
      strength: 3,
      taste: 0,
      grindNudgeSteps: nudge,
    },
    ports,
    who,
  )
  const shared = {
    method,
    methodName: methodById[method].name,
    methods: [...new Set([...own.map(one => one.method), ...usualMethods, method])],
    nudge,
  }
  const theirs = own.find(one => one.method === method)
  if (theirs)
    return {
      ...shared,
      on: grindOn(grinder, theirs.grindIndex, whose, { nudgeSteps: nudge }),
      figures: theirs,
      why: html`<p class="quiet">The roaster’s own recipe.</p>`,
      note: theirs.notes,
      href: `/brew/${coffee.roaster.slug}/${coffee.slug}?method=${method}`,
    }
  if (liked) {
    const written = { ...liked.original, createdBy: liked.createdBy }
    return {
      ...shared,
      on: recipeOn(grinder, written, whose, visit, nudge),
      figures: liked,
      why: html`<p class="quiet">What people like best: ${words.number(liked.upvotes)} of ${words.number(liked.upvotes + liked.downvotes)} votes.</p>`,
      note: liked.notes,
      href: `/recipes/${liked.id}`,
    }
  }
  return {
    ...shared,
    on: { ...adaptedRecipe, grinder, whose },
    figures: adaptedRecipe,
    why: reasonList(adaptedRecipe.why, words),
    note: adaptedRecipe.note,
    href: `/brew?${new URLSearchParams({ grinder: grinder.slug, brewer: machine.slug, coffee: String(coffee.id) })}`,
  }
}
