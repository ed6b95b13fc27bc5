import { join } from 'node:path'
import * as v from 'valibot'
import type { Person } from '../../../core/accounts/model.ts'
import { getEmbedCoffee } from '../../../core/embeds/embeds.ts'
import { Fault } from '../../../core/errors.ts'
import * as field from '../../../core/fields.ts'
import { GivenMethod } from '../../../core/grind/methods.ts'
import type { Ports } from '../../../core/ports.ts'
import type { RecipeDetail } from '../../../core/recipes/model.ts'
import { onOwnDial } from '../../../core/recipes/open.ts'
import type { PageDeclaration } from '../endpoint.ts'
import { perMinute } from '../limits.ts'
import { forADay } from '../reply-cache.ts'
import { brewPage } from './brew.ts'
import { claimPage, confirmClaim } from './claim.ts'
import { grinderPage } from './grinder.ts'
import { grindersPage } from './grinders.ts'
import { homePage } from './home.ts'
import { shortText } from './llms.ts'
import { noRecipePage, recipePage } from './recipe.ts'
import { settingsPage } from './settings.ts'
import { signIn, signInPage } from './sign-in.ts'

/** What people see rather than programs; not part of the API's contract. */
export const pages: PageDeclaration[] = [
  {
    route: 'GET /',
    summary: 'What this is and where to go',
    media: 'text/html',
    respond: (_request, _params, ports) => homePage(ports),
  },
  {
    route: 'GET /grinders',
    summary: 'Every grinder, for people',
    media: 'text/html',
    cache: { control: 'public, max-age=3600' },
    respond: (request, _params, ports) => grindersPage(new URL(request.url).searchParams.get('q') ?? '', ports),
  },
  {
    route: 'GET /grinders/:slug',
    summary: 'The chart of one grinder and a converter, for people',
    media: 'text/html',
    cache: { control: 'public, max-age=3600' },
    respond: (request, { slug = '' }, ports) => grinderPage(slug, new URL(request.url).searchParams, ports),
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
    route: 'GET /r/:shareId',
    summary: 'A shared recipe',
    media: 'text/html',
    access: 'anyone',
    respond: async (_request, { shareId = '' }, ports, who) =>
      recipeOrNone(await ports.recipes.byShareId(shareId), ports, who),
  },
  {
    route: 'GET /recipes/:id',
    summary: 'A recipe, as mails link to it',
    media: 'text/html',
    access: 'anyone',
    respond: async (_request, { id = '' }, ports, who) =>
      recipeOrNone(v.is(field.id, Number(id)) ? await ports.recipes.byId(Number(id)) : undefined, ports, who),
  },
  {
    route: 'GET /brew/:roasterSlug/:coffeeSlug',
    summary: "A roaster's recipes for a coffee, as its widget links to it",
    media: 'text/html',
    cache: { control: 'public, max-age=300' },
    respond: async (request, { roasterSlug = '', coffeeSlug = '' }, ports) => {
      const method = v.safeParse(GivenMethod, new URL(request.url).searchParams.get('method'))
      const roaster = await ports.embeds.roaster(roasterSlug)
      if (!roaster || !(await ports.embeds.coffee(roaster.id, coffeeSlug))) return noRecipePage()
      return brewPage(
        await getEmbedCoffee({ roasterSlug, coffeeSlug }, ports),
        method.success ? method.output : null,
        ports,
      )
    },
  },
  {
    route: 'GET /settings',
    summary: 'Which mails to get',
    media: 'text/html',
    respond: () => settingsPage(),
  },
  {
    route: 'GET /sign-in',
    summary: 'What the link in a sign-in mail opens: a button that signs in',
    media: 'text/html',
    cache: { control: 'no-store' },
    respond: request => signInPage(tokenIn(request), new URL(request.url).searchParams.get('next')),
  },
  {
    route: 'POST /sign-in',
    summary: 'The button of a sign-in mail was pressed',
    media: 'text/html',
    limit: perMinute(10),
    respond: (request, _params, ports) => signIn(request, ports),
  },
  {
    route: 'GET /claim',
    summary: "What the link in a claim's mail opens: who asks for what, and a button that confirms it",
    media: 'text/html',
    cache: { control: 'no-store' },
    respond: (request, _params, ports) => claimPage(tokenIn(request), ports),
  },
  {
    route: 'POST /claim',
    summary: "The button of a claim's mail was pressed",
    media: 'text/html',
    cache: { control: 'no-store' },
    respond: (request, _params, ports) => confirmClaim(request, ports),
  },
  {
    route: 'GET /assets/:name',
    summary: 'Styles and scripts of the pages',
    media: 'text/css',
    cache: { control: 'public, max-age=3600' },
    respond: (_request, { name = '' }) => {
      const file = assets.get(name)
      if (!file) throw new Fault('not-found', `There is no asset ${name}.`)
      return new Response(file)
    },
  },
]

const tokenIn = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

const assets = new Map(
  ['page.css', 'new-link.js', 'settings.js', 'frame.css', 'frame.js', 'docs.css', 'docs.js'].map(
    name => [name, Bun.file(join(import.meta.dir, 'assets', name))] as const,
  ),
)

const recipeOrNone = async (recipe: RecipeDetail | undefined, ports: Ports, who: Person | undefined) =>
  recipe ? recipePage(recipe, await onOwnDial(recipe, ports, who), ports) : noRecipePage()
