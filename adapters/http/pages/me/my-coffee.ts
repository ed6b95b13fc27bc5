import { hasOwnName } from '../../../../core/accounts/model.ts'
import { brewsWithoutTotal } from '../../../../core/brews/brews.ts'
import { weeklyStats } from '../../../../core/brews/week.ts'
import { coachedDrinker } from '../../../../core/brews/who-drank.ts'
import { listOwnedMachines } from '../../../../core/equipment/owned-equipment.ts'
import { fullName } from '../../../../core/grind/name.ts'
import { capital } from '../../../../core/names.ts'
import { listPersonalRecipes } from '../../../../core/personal-recipes/personal-recipes.ts'
import { getProfile } from '../../../../core/profiles/profiles.ts'
import type { Recipe } from '../../../../core/recipes/model.ts'
import { type DialNow, dialsNow } from '../../../../core/stand/dials.ts'
import { type NeededSetting, neededSettings } from '../../../../core/stand/needed.ts'
import { type Html, html } from '../html.ts'
import { signOutForm, sitePage } from '../layout.ts'
import type { OwnVisit } from '../own-page.ts'
import { brewerIcon, icon } from '../parts/pen.ts'
import { recipeCard } from '../parts/recipe-card.ts'
import { readerClock } from '../reader-clock.ts'
import { addressState } from './address-state.ts'
import { brewName } from './brew-name.ts'
import { brewRows } from './brew-rows.ts'
import { collectionLines } from './collections.ts'
import { dialSet, mainDialPanel, otherDialCard, standInWords, type WrongSetting } from './dials.ts'
import { grinderCard, ownedDials } from './gear-cards.ts'
import { type HouseholdMember, householdOf, whoseStep } from './household.ts'
import { drinkerIn, lastAsDrunk } from './household-brews.ts'
import { newcomer } from './newcomer.ts'
import {
  askedTaste,
  brewAgainButton,
  type CoachedBrew,
  coachedOn,
  hasTimer,
  stepReason,
  stepRing,
  stepTitle,
} from './next-step.ts'
import { tasteView } from './palate.ts'
import { personalRecipeRows } from './personal-recipes.ts'
import { shelfStrip } from './shelf-strip.ts'
import { weekPanel } from './week.ts'

/** Search engines are sent to sign in, so this is all they find. */
const description = 'Your next cup, your week, brews, gear, taste and shelf.'
const FEW = 4
const LAST_BREWS = 6
/** As many as are read at a glance. */
const MOST_TURNS = 6

/**
 * The next step, this week and the last brews; gear, taste and shelf; saved recipes, collections
 * and the person's own recipes.
 */
export const myCoffeePage = (visit: OwnVisit): Promise<Response> => myCoffeeWith(visit)

/** The same page again, where a typed setting was none. */
export const dialPosted = (visit: OwnVisit): Promise<Response> => dialSet(visit, wrong => myCoffeeWith(visit, wrong))

async function myCoffeeWith(visit: OwnVisit, wrong?: WrongSetting): Promise<Response> {
  const { ports, who, words } = visit
  // Run this first and alone: on the embedded engine, other requests would wait for everything that
  // runs at once.
  const household = await householdOf(visit)
  const drinkerId = household.length === 0 ? undefined : await shownOnMyCoffee(visit)
  const drinker = drinkerId === undefined ? who : { ...who, drinkerId }
  const week = await weeklyStats({ tz: readerClock(visit).tz }, ports, drinker)
  // The line about where a dial is says who used it last, if that was not the person themselves.
  const stands = await dialsNow(ports, drinkerIn(visit.url.searchParams) === undefined ? who : drinker)
  const isKnown = stands.some(({ stand }) => stand !== null)
  const needed = isKnown ? await neededSettings(stands, MOST_TURNS, ports, drinker) : []
  const [coached, brews, dials, { machines }, { profile }, shelf, saved, collections, own, published, feed, isProven] =
    await Promise.all([
      lastCoached(visit, drinkerId),
      brewsWithoutTotal({ limit: LAST_BREWS }, ports, who),
      ownedDials(visit),
      listOwnedMachines(undefined, ports, who),
      getProfile(undefined, ports, who),
      shelfStrip(visit),
      ports.savedRecipes.list(who.id, { limit: FEW, offset: 0 }),
      ports.collections.list(who.id, FEW),
      listPersonalRecipes({ page: 1, limit: FEW }, ports, who),
      ports.recipes.list({ filter: { authorId: who.id }, sort: 'upvotes', limit: FEW }),
      ports.roasters.feed({ userId: who.id, limit: FEW }),
      ports.accounts.isProven(who.id),
    ])
  // The week may be that of one drinker; the list has the brews of all.
  const allBrews = household.length === 0 ? week.stats.allTimeBrews : await ports.brews.count(who.id)
  const cards = (recipes: readonly Recipe[]) =>
    html`<div class="cards row">${recipes.map(recipe => recipeCard(recipe, visit))}</div>`
  const address = addressState(isProven, visit)
  const isSet = isKnown && (coached !== undefined || needed.length > 0)
  // Before the first brew, only parts that have something in them are shown.
  const parts: { id: string; title: string; more: string; href: string; isEmpty: boolean; body: Html }[] = [
    shelf,
    {
      id: 'saved',
      title: 'Saved recipes',
      more: 'All saved',
      href: '/me/saved',
      isEmpty: saved.length === 0,
      body:
        saved.length === 0
          ? none(html`Nothing saved yet. <a href="/recipes">Find a recipe</a> you like and tap Save.`)
          : cards(saved.map(({ recipe }) => recipe)),
    },
    {
      id: 'collections',
      title: 'My collections',
      more: 'All collections',
      href: '/me/collections',
      isEmpty: collections.length === 0,
      body:
        collections.length === 0
          ? none('No collections yet. Add a recipe to one from the recipe’s page.')
          : collectionLines(collections),
    },
    {
      id: 'recipes',
      title: 'My recipes',
      more: 'All my recipes',
      href: '/me/recipes',
      isEmpty: own.recipes.length === 0,
      body:
        own.recipes.length === 0
          ? none(html`No recipes of your own yet. Save one from a brew, or <a href="/me/recipes/new">write one</a>.`)
          : personalRecipeRows(own.recipes, visit),
    },
    {
      id: 'published',
      title: 'My published recipes',
      more: published.total === 0 ? 'Share a recipe' : `All ${words.number(published.total)}`,
      href: published.total === 0 ? '/recipes/new' : '/me/published',
      isEmpty: published.total === 0,
      body:
        published.total === 0
          ? none('Nothing yet. Share what works for you, and others see it on their own dial.')
          : cards(published.data),
    },
    {
      id: 'feed',
      title: 'New from roasters you follow',
      more: 'All roasters',
      href: '/roasters',
      isEmpty: feed.data.length === 0,
      body:
        feed.data.length === 0
          ? none('Nothing yet. Follow a roaster to see what people brew with their coffees.')
          : cards(feed.data),
    },
  ]
  return sitePage(visit, {
    title: 'My coffee',
    description,
    canonical: '/me',
    status: wrong ? 400 : 200,
    style: 'me.css',
    script: 'me.js',
    body: html`${coached || visit.grinder ? html`<div class="account-top"><a class="all" href="/me/account">Account</a>${signOutForm}</div>` : ''}${isProven ? address : ''}${isSet ? dialsPart({ stands, needed, week, coached, wrong }, drinkerId, household, visit) : coached ? lastAndNext(week, coached, household, visit) : drinkerId === undefined ? newcomer(visit) : noCupYet(household, visit)}${isProven ? '' : address}
${coached ? pagePart('brews', 'Last brews', `All ${words.number(allBrews)}`, '/me/brews', brewRows(brews.data, visit)) : ''}
${
  coached || dials.length > 1 || machines.length > 0
    ? pagePart(
        'gear',
        'My gear',
        'Add a grinder',
        '/me/gear',
        html`<div class="my-gear">${dials.length === 0 ? noGrinder : dials.map(dial => grinderCard(dial, visit, week.insights))}<section class="panel" aria-labelledby="taste"><h3 id="taste">My taste</h3>${tasteView(profile)}</section></div>
<ul class="brewers">${machines.map(machine => html`<li>${brewerIcon(machine.brewMethod)}${fullName(machine)}</li>`)}<li><a href="/me/gear#brewers">${icon('plus')}Brewer</a></li></ul>`,
      )
    : ''
}
${parts.filter(({ isEmpty }) => coached || !isEmpty).map(({ id, title, more, href, body }) => pagePart(id, title, more, href, body))}
<nav class="part account-links" aria-label="Your account"><a href="/me/account">Account</a><a href="/settings">Email notifications</a><a href="/welcome?step=brewer">Brewer and taste</a><a href="/me/import">Import</a><a href="/api/user/export" download="dialin.json">Export everything</a></nav>`,
  })
}

interface DialsPart {
  stands: readonly DialNow[]
  needed: readonly NeededSetting[]
  week: Awaited<ReturnType<typeof weeklyStats>>
  coached: CoachedBrew | undefined
  wrong: WrongSetting | undefined
}

/** Where each dial is and how far to turn it, what is still to say of the last cup, and the week. */
function dialsPart(
  { stands, needed, week, coached, wrong }: DialsPart,
  drinkerId: number | undefined,
  household: readonly HouseholdMember[],
  visit: OwnVisit,
): Html {
  const [next] = needed
  const dials = stands.map(dial => ({
    ...dial,
    needed: needed.filter(({ grinderId }) => grinderId === dial.grinder.id),
  }))
  // That of the last brew, or else the default.
  const main = dials.find(({ grinder }) => grinder.id === next?.grinderId) ?? dials[0]
  const taste = coached && askedTaste(coached)
  // One filled button on the page: the taste is said first.
  const first = taste ? undefined : next
  const { streak } = week.stats
  return html`<div class="greeting"><h1>${greeting(visit)}</h1><p class="lead">${main ? standInWords(main, visit) : ''}${streak > 1 ? ` You’ve brewed ${streak} days in a row.` : ''}</p></div>
${household.length === 0 ? '' : tabsOf(household, drinkerId)}${main ? mainDialPanel(main, first, visit, wrong) : ''}
${taste && coached ? html`<section class="panel taste-first" aria-labelledby="next"><p class="quiet next-of">${brewerIcon(coached.brew.method)}${brewName(coached.brew)}</p><h2 id="next">${stepTitle(coached, visit.words)}</h2><p class="quiet">${stepReason(coached, visit.words)}</p>${taste}</section>` : ''}
<div class="stand-cards">${dials.filter(dial => dial !== main).map(dial => otherDialCard(dial, first, visit, wrong))}${weekPanel(week, visit)}</div>`
}

function lastAndNext(
  week: Awaited<ReturnType<typeof weeklyStats>>,
  coached: CoachedBrew,
  household: readonly HouseholdMember[],
  visit: OwnVisit,
): Html {
  const { streak } = week.stats
  return html`<div class="greeting"><h1>${greeting(visit)}</h1><p class="lead">${streak > 1 ? `You’ve brewed ${streak} days in a row. ` : ''}Here’s the next cup.</p></div>
${householdTabs(coached, household, visit)}<div class="my-top">${nextCup(coached, visit)}${weekPanel(week, visit)}</div>`
}

/** The drinker in the URL, or else the one who drank last. */
async function shownOnMyCoffee({ url, ports, who }: OwnVisit) {
  const asked = drinkerIn(url.searchParams)
  if (asked !== undefined) return asked
  const last = await ports.brews.last(who.id)
  return last && coachedDrinker(last)
}

/** Of somebody who has drunk none. */
function noCupYet(household: readonly HouseholdMember[], visit: OwnVisit): Html {
  const shown = drinkerIn(visit.url.searchParams)
  const name = household.find(({ id }) => id === shown)?.name
  if (name === undefined) return newcomer(visit)
  return html`<div class="greeting"><h1>${greeting(visit)}</h1></div>${tabsOf(household, shown)}<section class="panel"><h2>No brews for ${name} yet</h2><p class="quiet">The next step comes after the first cup.</p><p><a class="button" href="/me/log?drinker=${shown ?? 0}">${icon('plus')}Log a brew</a></p></section>`
}

const tabsOf = (household: readonly HouseholdMember[], shown: number | undefined) =>
  whoseStep(
    household.map(({ id }) => [id, `/me?drinker=${id}`]),
    shown,
    household,
  )

/** Whose next cup and week it is. */
const householdTabs = ({ brew }: CoachedBrew, household: readonly HouseholdMember[], visit: OwnVisit): Html =>
  tabsOf(household, drinkerIn(visit.url.searchParams) ?? coachedDrinker(brew))

const noGrinder = html`<section class="panel gear" aria-labelledby="no-grinder"><h3 id="no-grinder">No grinder yet</h3><p class="quiet">Tell us which one you have, and every recipe will show its setting on your dial.</p><p><a class="button small soft" href="/me/gear">Choose yours</a></p></section>`

const none = (text: Html | string): Html => html`<p class="quiet">${text}</p>`

const pagePart = (id: string, title: string, more: string, href: string, body: Html): Html =>
  html`<section class="part" aria-labelledby="${id}"><div class="part-top"><h2 id="${id}">${title}</h2><a class="all" href="${href}">${more}</a></div>${body}</section>`

/** By the reader's local time, with their name if they gave one. */
function greeting(visit: OwnVisit) {
  const part = readerClock(visit).partOfDay
  const hello = part ? capital(part) : 'Hello'
  return hasOwnName(visit.who) ? `${hello}, ${visit.who.displayName.split(' ')[0]}.` : `${hello}.`
}

async function lastCoached(visit: OwnVisit, drinkerId: number | undefined): Promise<CoachedBrew | undefined> {
  const brew = await lastAsDrunk(visit, drinkerId)
  return brew && coachedOn(brew, visit)
}

function nextCup(coached: CoachedBrew, { words, url }: OwnVisit): Html {
  const { brew } = coached
  const taste = askedTaste(coached)
  const drinker = drinkerIn(url.searchParams)
  const ofDrinker = drinker === undefined ? '' : `&drinker=${drinker}`
  return html`<section class="panel next-cup" aria-labelledby="next"><div><p class="quiet next-of">${brewerIcon(brew.method)}${brewName(brew)}</p><h2 id="next">${stepTitle(coached, words)}</h2><p class="quiet">${stepReason(coached, words)}</p>${taste ?? ''}<p>${brewAgainButton(coached, words, 'Brew', taste && ' soft', drinker)}</p>${hasTimer(brew) ? html`<p><a class="all" href="/me/log?again=${brew.id}${ofDrinker}">Log it without the timer</a></p>` : ''}</div>${stepRing(coached)}</section>`
}
