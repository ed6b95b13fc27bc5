import * as v from 'valibot'
import { getEmbedCoffee } from '../../../core/embeds/embeds.ts'
import { Fault } from '../../../core/errors.ts'
import * as field from '../../../core/fields.ts'
import { GivenMethod } from '../../../core/grind/methods.ts'
import type { RecipeDetail } from '../../../core/recipes/model.ts'
import type { PageDeclaration } from '../endpoint.ts'
import { perMinute } from '../limits.ts'
import { forADay } from '../reply-cache.ts'
import { aboutPage, writeToUs } from './about.ts'
import { fromApple, toApple } from './apple.ts'
import { asset, fontNamed, isAsset } from './assets.ts'
import { brewByRulePage, brewPage } from './brew.ts'
import { calibrateByTaps, calibratePage } from './calibrate.ts'
import { type Visit, visitOf } from './choices.ts'
import { claimPage, confirmClaim } from './claim.ts'
import { coffeePage, shelveCoffee } from './coffee.ts'
import { coffeesPage } from './coffees.ts'
import { sharedCollectionPage } from './collection.ts'
import { signOut } from './enter.ts'
import { notFoundPage } from './error.ts'
import { grinderPage, tellGrind } from './grinder.ts'
import { grindersPage } from './grinders.ts'
import { homePage } from './home.ts'
import { shortText } from './llms.ts'
import { mailedLinkPage, signInByLink } from './mailed-link.ts'
import { manifest } from './manifest.ts'
import { ownPages } from './me/index.ts'
import { choose, myGrinderPage } from './my-grinder.ts'
import { offlinePage, serviceWorker } from './offline.ts'
import { ownPage } from './own-page.ts'
import { privacyPage } from './privacy.ts'
import { profilePage } from './profile.ts'
import { recipePage } from './recipe.ts'
import { collectOnPage, commentOnPage, rateOnPage, saveOnPage, voteOnPage } from './recipe-acts.ts'
import { recipeEdited, recipeEditPage } from './recipe-edit.ts'
import { recipePicture } from './recipe-picture.ts'
import { recipesPage } from './recipes.ts'
import { follow, roasterPage } from './roaster.ts'
import { roastersPage } from './roasters.ts'
import { askForLink, linkSentPage, makeAccount, registerPage, signInByPassword, signInPage } from './sign-in.ts'
import { forCrawlers } from './sitemap.ts'
import { unsubscribed, unsubscribePage } from './unsubscribe.ts'
import { takeStep, welcomePage } from './welcome.ts'

type Respond = (visit: Visit, params: Record<string, string>) => Promise<Response>

/** A page that is made for who opens it. */
const page = (
  route: PageDeclaration['route'],
  summary: string,
  respond: Respond,
  more: Pick<PageDeclaration, 'limit' | 'cache'> = {},
): PageDeclaration => ({
  route,
  summary,
  media: 'text/html',
  access: 'anyone',
  respond: async (request, params, ports, who) => respond(await visitOf(request, ports, who), params),
  ...more,
})

const unkept = { cache: { control: 'no-store' } }
const forever = 'public, max-age=31536000, immutable'

/** What people see rather than programs; not part of the API's contract. */
export const pages: PageDeclaration[] = [
  page('GET /', 'Any recipe, on your dial', homePage),
  page('GET /my-grinder', 'Which grinder to show settings on', myGrinderPage),
  page('POST /choices', 'The grinder, units and colours that a reader chose', choose),
  page('GET /grinders', 'Every grinder, for people', grindersPage),
  page('GET /grinders/:slug', 'The chart of one grinder and a converter, for people', (visit, { slug = '' }) =>
    grinderPage(slug, visit),
  ),
  page(
    'POST /grinders/:slug/feedback',
    'Somebody said whether a setting was right',
    (visit, { slug = '' }) => tellGrind(slug, visit),
    { limit: perMinute(10) },
  ),
  ownPage('GET /grinders/:slug/calibrate', 'Three taps that fit a grinder to its owner', (visit, { slug = '' }) =>
    calibratePage(slug, visit),
  ),
  ownPage('POST /grinders/:slug/calibrate', 'What its owner tasted', (visit, { slug = '' }) =>
    calibrateByTaps(slug, visit),
  ),
  page('GET /recipes', 'Recipes to choose from, on your dial', recipesPage),
  page('GET /r/:shareId', 'A shared recipe', async (visit, { shareId = '' }) =>
    recipeOrNone(await visit.ports.recipes.byShareId(shareId), visit),
  ),
  page('GET /recipes/:id', 'A recipe, as mails link to it', async (visit, { id = '' }) =>
    recipeOrNone(v.is(field.id, Number(id)) ? await visit.ports.recipes.byId(Number(id)) : undefined, visit),
  ),
  {
    route: 'GET /recipes/:id/picture.png',
    summary: 'What a link to a recipe shows where it is shared',
    media: 'image/png',
    limit: perMinute(60),
    cache: { control: 'public, max-age=3600' },
    respond: recipePicture,
  },
  page('POST /recipes/:id/vote', 'A vote on a recipe, from its page', voteOnPage, { limit: perMinute(30) }),
  page('POST /recipes/:id/comments', 'A comment on a recipe, from its page', commentOnPage, { limit: perMinute(10) }),
  page('POST /recipes/:id/rating', 'A recipe was given stars, from its page', rateOnPage, {
    limit: perMinute(10),
  }),
  page('POST /recipes/:id/collect', "A recipe was put into a collection of one's own, from its page", collectOnPage, {
    limit: perMinute(30),
  }),
  page('POST /recipes/:id/save', 'A recipe saved, or taken back, from its page', saveOnPage, { limit: perMinute(30) }),
  ownPage('GET /recipes/:id/edit', "A recipe of one's own, to change or take back", recipeEditPage),
  ownPage('POST /recipes/:id/edit', "A recipe of one's own was changed or taken back", recipeEdited, {
    limit: perMinute(30),
  }),
  page('GET /coffees', 'Coffees to find by name, roaster or origin', coffeesPage),
  page('GET /coffees/:id', 'A coffee: what it is, where to start, how others grind it', (visit, { id = '' }) =>
    withId(id, visit, coffeePage),
  ),
  page('POST /coffees/:id/shelf', 'A reader has this bag', (visit, { id = '' }) => withId(id, visit, shelveCoffee)),
  page('GET /roasters', 'Roasters to find by name', roastersPage),
  page('GET /roasters/:slug', 'A roaster: who, their coffees, and what people brew with them', (visit, { slug = '' }) =>
    roasterPage(slug, visit),
  ),
  page('POST /roasters/:slug/follow', 'A reader follows a roaster, or no longer', (visit, { slug = '' }) =>
    follow(slug, visit),
  ),
  page('GET /people/:id', 'What anybody may know of a member', (visit, { id = '' }) => withId(id, visit, profilePage)),
  page('GET /brew', 'The recipe that home makes by rule, to brew from', brewByRulePage),
  page(
    'GET /brew/:roasterSlug/:coffeeSlug',
    "A roaster's recipes for a coffee, as its widget links to it",
    async (visit, { roasterSlug = '', coffeeSlug = '' }) => {
      const { ports, url } = visit
      const method = v.safeParse(GivenMethod, url.searchParams.get('method'))
      const roaster = await ports.embeds.roaster(roasterSlug)
      if (!roaster || !(await ports.embeds.coffee(roaster.id, coffeeSlug))) return notFoundPage(visit)
      return brewPage(
        await getEmbedCoffee({ roasterSlug, coffeeSlug }, ports),
        method.success ? method.output : null,
        visit,
      )
    },
  ),
  ...ownPages,
  page('GET /c/:shareId', 'A collection that its owner shares', (visit, { shareId = '' }) =>
    sharedCollectionPage(shareId, visit),
  ),
  {
    route: 'GET /unsubscribe',
    summary: 'What the link at the foot of a mail opens: a button that ends such mails',
    media: 'text/html',
    cache: { control: 'no-store' },
    respond: async (request, _params, ports) => unsubscribePage(await visitOf(request, ports, undefined)),
  },
  {
    route: 'POST /unsubscribe',
    summary: 'Ends a kind of mail, by that button or by a mail program (RFC 8058), without a sign-in',
    media: 'text/html',
    cache: { control: 'no-store' },
    respond: async (request, _params, ports) => unsubscribed(await visitOf(request, ports, undefined)),
  },
  page(
    'GET /sign-in',
    'Sign in, or what the link in a sign-in mail opens: a button that signs in',
    visit =>
      tokenIn(visit) === ''
        ? signInPage(visit)
        : mailedLinkPage(tokenIn(visit), visit.url.searchParams.get('next'), visit),
    unkept,
  ),
  page('POST /sign-in', 'The button of a sign-in mail was pressed', signInByLink, { limit: perMinute(10) }),
  page('GET /sign-in/apple', 'To Apple, and back', toApple, { ...unkept, limit: perMinute(10) }),
  page('POST /sign-in/apple', 'What Apple says who it is', fromApple, { limit: perMinute(10) }),
  page('POST /sign-in/link', 'Somebody asked for a sign-in mail', askForLink, { limit: perMinute(5) }),
  page('GET /sign-in/sent', 'Look in your mail', linkSentPage, unkept),
  page('GET /sign-in/password', 'Sign in with a password', visit => signInPage(visit), unkept),
  page('POST /sign-in/password', 'A password was typed', signInByPassword, { limit: perMinute(5) }),
  page('GET /register', 'Make an account', visit => registerPage(visit), unkept),
  page('POST /register', 'An account was asked for', makeAccount, { limit: perMinute(3) }),
  page('POST /sign-out', 'End the session of this browser', signOut),
  ownPage('GET /welcome', 'First steps: a grinder, a brewer, a palate', welcomePage),
  ownPage('POST /welcome', 'One of the first steps was answered', takeStep),
  page(
    'GET /claim',
    "What the link in a claim's mail opens: who asks for what, and a button that confirms it",
    visit => claimPage(tokenIn(visit), visit),
    unkept,
  ),
  page('POST /claim', "The button of a claim's mail was pressed", confirmClaim, unkept),
  page('GET /about', 'How the data was made, how sure it is, and a way to write to us', visit => aboutPage(visit)),
  page('POST /about', 'Somebody wrote to us', writeToUs, { limit: perMinute(3) }),
  page('GET /privacy', 'What is kept about people', privacyPage),
  page('GET /offline', 'What is shown without a network', offlinePage),
  ...forCrawlers,
  {
    route: 'GET /service-worker.js',
    summary: 'What keeps opened recipes readable without a network',
    media: 'text/javascript',
    cache: { control: 'no-cache' },
    respond: () => serviceWorker(),
  },
  {
    route: 'GET /llms.txt',
    summary: 'What there is here for a language model, in short',
    media: 'text/plain',
    open: true,
    cache: forADay(({ grinders }) => grinders.list()),
    respond: (_request, _params, ports) => shortText(ports),
  },
  {
    route: 'GET /manifest.webmanifest',
    summary: 'What a phone needs to install the site',
    media: 'application/manifest+json',
    cache: { control: 'public, max-age=86400' },
    respond: () => manifest(),
  },
  {
    route: 'GET /favicon.svg',
    summary: 'The sign of the site',
    media: 'image/svg+xml',
    cache: { control: 'public, max-age=86400' },
    respond: () => assetReply('icon.svg'),
  },
  {
    route: 'GET /assets/fonts/:name',
    summary: 'The letters of the pages',
    media: 'font/woff2',
    cache: { control: forever },
    respond: (_request, { name = '' }) => {
      const font = fontNamed(name)
      if (!font) throw noAsset(name)
      return new Response(font)
    },
  },
  {
    route: 'GET /assets/:version/:name',
    summary: 'Styles, scripts and pictures of the pages, named by what is in them',
    media: 'text/css',
    cache: { control: forever, source: () => pages },
    respond: (_request, { name = '' }) => assetReply(name),
  },
  {
    route: 'GET /assets/:name',
    summary: 'The same, for what links to them by name',
    media: 'text/css',
    cache: { control: 'public, max-age=3600', source: () => pages },
    respond: (_request, { name = '' }) => assetReply(name),
  },
]

const tokenIn = ({ url }: Visit) => url.searchParams.get('token') ?? ''

async function assetReply(name: string) {
  if (!isAsset(name)) throw noAsset(name)
  const { text, type } = await asset(name)
  return new Response(text, { headers: { 'content-type': type } })
}

const noAsset = (name: string) => new Fault('not-found', `There is no asset ${name}.`)

/** One address for one thing: 01 is not another name of 1. */
const withId = (id: string, visit: Visit, respond: (id: number, visit: Visit) => Promise<Response>) =>
  /^[1-9]\d*$/.test(id) && v.is(field.id, Number(id)) ? respond(Number(id), visit) : notFoundPage(visit)

const recipeOrNone = (recipe: RecipeDetail | undefined, visit: Visit) =>
  recipe
    ? recipePage(recipe, visit)
    : notFoundPage(visit, 'The link may be incomplete, or the recipe is no longer public.')
