import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { docsRoutes } from '../../adapters/http/docs.ts'
import { isPage, methodsOf } from '../../adapters/http/endpoint.ts'
import { endpoints } from '../../adapters/http/endpoints/index.ts'
import { pages } from '../../adapters/http/pages/index.ts'
import { offerNewPassword } from '../../core/accounts/new-passwords.ts'
import { newLink } from '../../core/accounts/secrets.ts'
import { APP_ID, describeApps, REDIRECT } from '../support/apps.ts'
import { hindrancesOn, openBrowser, openSite } from '../support/browser.ts'
import { browsing } from '../support/browsing.ts'
import { bringAxeAlong } from '../support/faults.ts'
import { mailedToken } from '../support/mails.ts'
import { twoColours } from '../support/pictures.ts'
import { aCoffee, aRecipe, composeAll, grinderId, machineId, publish } from '../support/recipes.ts'
import { aRoastery } from '../support/roastery.ts'
import { openStrangers } from '../support/strangers.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let browser: Browser
let robin: Someone
const outside = openStrangers()
const named: Record<string, string | number> = {}
const tokens: Record<string, string> = { visitor: '' }
beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  robin = await world.person('Robin Arden')
  Object.assign(named, await aFullHouse(world, robin), { person: robin.id })
  Object.assign(tokens, { member: robin.token, newcomer: (await world.person()).token })
})
afterAll(async () => {
  await browser.close()
  outside.stop()
  await world.stop()
})

/**
 * For each route, the URLs to check, in the states that look different. A name in braces comes from
 * `named`.
 */
const shown: Record<string, string[]> = {
  'GET /': ['/', '/?coffee=light&setting=99'],
  'GET /search': ['/search', '/search?q=j-max', 'visitor /search?q=sawmill', '/search?q=sawmill&in=recipes'],
  'GET /my-grinder': ['/my-grinder'],
  'GET /grinders': ['/grinders', '/grinders?q=1zpresso', '/grinders?brand=Kinu&method=espresso&letter=K'],
  'GET /grinders/:slug': ['/grinders/1zpresso-k-ultra?to=comandante-c40-mk4&setting=6'],
  'GET /grinders/:slug/calibrate': ['/grinders/1zpresso-j-max/calibrate'],
  'GET /techniques': ['/techniques', '/techniques?method=aeropress'],
  'GET /techniques/:slug': ['/techniques/hoffmann-aeropress'],
  'GET /techniques/:slug/variations': ['/techniques/hoffmann-aeropress/variations'],
  'GET /recipes': ['/recipes?method=v60&roast=LIGHT&time=&q=sawmill', '/recipes?method=espresso&roast=DARK'],
  'GET /r/:shareId': ['/r/{shared}'],
  'GET /recipes/:id': ['/recipes/{recipe}', '/recipes/{own}?as=written', '/recipes/{fork}'],
  'GET /recipes/new': ['/recipes/new?from=brew-{brew}'],
  'GET /recipes/:id/variations': ['/recipes/{recipe}/variations'],
  'GET /recipes/:id/versions': ['/recipes/{fork}/versions'],
  'GET /recipes/:id/edit': ['/recipes/{own}/edit'],
  'GET /recipes/:id/report': [
    '/recipes/{recipe}/report',
    'visitor /recipes/{recipe}/report?comment={comment}',
    '/recipes/{recipe}/report?sent=1',
  ],
  'GET /techniques/:slug/report': ['visitor /techniques/hoffmann-aeropress/report?comment={techniqueComment}'],
  'GET /brew/:roasterSlug/:coffeeSlug/:method/report': ['visitor /brew/hill-road/worka/v60/report'],
  'GET /coffees': ['/coffees?q=sawmill'],
  'GET /coffees/:id': ['/coffees/{coffee}', '/coffees/{pictured}'],
  'GET /roasters': ['/roasters'],
  'GET /roasters/:slug': ['/roasters/{roaster}', '/roasters/hill-road'],
  'GET /widget': ['visitor /widget?q=hill'],
  'GET /people/:id': ['/people/{person}'],
  'GET /brew': ['/brew?coffee=light', '/brew?coffee=light&brewer=aeropress-original&style=bypass'],
  'GET /brew/:roasterSlug/:coffeeSlug': ['/brew/hill-road/worka'],
  // Redirects to the recipe.
  'GET /b/:code': [],
  'GET /portal/:slug/codes': ['/portal/hill-road/codes', '/portal/lake/codes'],
  'GET /me': ['/me'],
  'GET /me/log': ['/me/log', '/me/log?again={ofTwo}', 'newcomer /me/log?nothing'],
  'GET /me/brews': ['/me/brews'],
  'GET /me/brews/:id': ['/me/brews/{brew}?saved', '/me/brews/{ofTwo}?drinker={drinker}'],
  'GET /me/brews/:id/again': ['/me/brews/{brew}/again'],
  'GET /me/gear': ['/me/gear', '/me/gear?add=machine', '/me/gear?add=filter'],
  'GET /me/drinkers': ['/me/drinkers', 'newcomer /me/drinkers'],
  'GET /me/drinkers/:id': ['/me/drinkers/{drinker}'],
  'GET /me/drinkers/:id/remove': ['/me/drinkers/{drinker}/remove'],
  'GET /me/keys': ['/me/keys?disconnect={app}', '/me/keys?revoke={token}', 'newcomer /me/keys'],
  'GET /device': ['/device', '/device?code={userCode}', '/device?code=nothing'],
  'GET /oauth/authorize': ['/oauth/authorize?{wish}', '/oauth/authorize?{localWish}', '/oauth/authorize'],
  'GET /me/gear/remove': ['/me/gear/remove?kind=grinder&id={grinder}'],
  'GET /me/palate': ['/me/palate'],
  'GET /me/shelf': ['/me/shelf?q=sawmill'],
  'GET /me/shelf/archive': ['/me/shelf/archive'],
  'GET /me/shelf/:id': ['/me/shelf/{bag}'],
  'GET /me/shelf/:id/delete': ['/me/shelf/{bag}/delete'],
  'GET /me/saved': ['/me/saved'],
  'GET /me/collections': ['/me/collections'],
  'GET /me/collections/:id': ['/me/collections/{collection}'],
  'GET /me/recipes': ['/me/recipes'],
  'GET /me/recipes/new': ['/me/recipes/new', '/me/recipes/new?basedOn={recipe}'],
  'GET /me/recipes/:id': ['/me/recipes/{personal}', '/me/recipes/{forked}'],
  'GET /me/recipes/:id/versions': ['/me/recipes/{forked}/versions'],
  'GET /me/recipes/:id/edit': ['/me/recipes/{personal}/edit'],
  'GET /me/published': ['/me/published'],
  'GET /settings': ['/settings'],
  'GET /me/import': ['/me/import'],
  'GET /me/account': ['/me/account'],
  'GET /me/account/email': ['/me/account/email', '/me/account/email?sent=ann@example.net'],
  'GET /me/account/email/confirm': [
    '/me/account/email/confirm?token={newEmail}',
    '/me/account/email/confirm?token=old',
  ],
  'GET /me/account/password': ['/me/account/password'],
  'GET /me/account/delete': ['/me/account/delete'],
  'GET /portal': ['/portal', 'newcomer /portal'],
  'GET /portal/:slug': ['/portal/hill-road'],
  'GET /portal/:slug/coffees': ['/portal/hill-road/coffees?deleted'],
  'GET /portal/:slug/coffees/:id': ['/portal/hill-road/coffees/{worka}?saved', '/portal/hill-road/coffees/{pictured}'],
  'GET /portal/:slug/widget': [
    '/portal/hill-road/widget?saved',
    '/portal/lake/widget?layout=inline&theme=auto&accentColor=%23ffdd00&borderRadius=99&allowedDomains=a+b:1',
  ],
  'GET /portal/:slug/analytics': [
    '/portal/hill-road/analytics?compare=yes',
    '/portal/hill-road/analytics?by=week&show=pageViews&from=2026-12-31&to=2026-01-01',
  ],
  'GET /portal/:slug/members': ['/portal/hill-road/members?done=invited'],
  'GET /portal/:slug/recipes': ['/portal/hill-road/recipes?saved'],
  'GET /portal/:slug/recipes/new': ['/portal/hill-road/recipes/new?coffee={worka}'],
  'GET /portal/:slug/recipes/:id': ['/portal/hill-road/recipes/{roasterRecipe}'],
  'GET /portal/:slug/profile': ['/portal/hill-road/profile?saved'],
  'GET /c/:shareId': ['/c/{collected}'],
  'GET /unsubscribe': ['/unsubscribe?token=old'],
  'GET /sign-in': ['visitor /sign-in', 'visitor /sign-in?token=any'],
  // Redirects to Apple.
  'GET /sign-in/apple': [],
  'GET /sign-in/sent': ['visitor /sign-in/sent'],
  'GET /sign-in/password': ['visitor /sign-in/password'],
  'GET /register': ['visitor /register'],
  'GET /new-password': ['visitor /new-password?token={newPassword}', 'visitor /new-password?token=old'],
  'GET /welcome': ['/welcome?step=grinder', '/welcome?step=palate'],
  'GET /claim': ['/claim?q=hill', '/claim?token=old'],
  'GET /invitation': [
    '/invitation?token={invitation}',
    'visitor /invitation?token={invitation}',
    'visitor /invitation?token=old',
  ],
  'GET /claim/new': ['/claim/new'],
  'GET /roasters/:slug/claim': ['/roasters/hill-road/claim'],
  'GET /about': ['/about'],
  'GET /privacy': ['/privacy'],
  'GET /offline': ['/offline'],
  'GET /api/auth/magic-link/verify': ['visitor /api/auth/magic-link/verify?token=old'],
  'GET /docs': ['/docs?find=import'],
  // The others are longer, of the same parts; docs.browser.test.ts checks those.
  'GET /docs/:group': ['/docs/grind-settings?from=c40+mk4&setting=24&to=niche-zero'],
  // The widget's frame on another site: see tests/widget.
  'GET /embed/:roasterSlug': [],
  nowhere: ['/nowhere', 'visitor /nowhere/else'],
  newcomer: ['newcomer /me', 'newcomer /me?unknown', 'newcomer /me/gear', 'newcomer /me/log'],
}

/** The status of pages that report an error. */
const statusOf: Record<string, number> = {
  '/nowhere': 404,
  '/oauth/authorize': 400,
  '/device?code=nothing': 404,
  'visitor /nowhere/else': 404,
  '/unsubscribe?token=old': 400,
  '/claim?token=old': 400,
  '/me/account/email/confirm?token=old': 400,
  'visitor /invitation?token=old': 400,
  'visitor /new-password?token=old': 400,
  'visitor /api/auth/magic-link/verify?token=old': 400,
}

/** The path of one of those URLs, and who requests it. */
function askedFor(address: string) {
  const [path = '', as = 'member'] = address.split(' ').reverse()
  return { at: path.replace(/\{(\w+)\}/g, (_, name) => String(named[name])), token: tokens[as] ?? '' }
}

test('every page is in the list of checked pages', () => {
  const all = [...endpoints, ...pages, ...docsRoutes([])].filter(
    route => methodsOf(route)[0] === 'GET' && (isPage(route) ? route.media === 'text/html' : route.browser),
  )
  const { nowhere: _, newcomer: __, ...routes } = shown
  expect(Object.keys(routes).sort()).toEqual(all.map(({ route }) => route as string).sort())
})

describe('everybody can read and use it: in both colour schemes and forced colours, at any width, with large text, right to left', () => {
  let page: Page
  let complaints: string[]
  beforeAll(async () => {
    // The network beyond this machine is cut off, and calls there are recorded.
    const proxy = { server: outside.url, bypass: 'localhost' }
    const viewport = { width: 1440, height: 900 }
    ;({ page, complaints } = await openSite(browser, world, '/offline', { locale: 'de-DE', proxy, viewport }))
    await bringAxeAlong(page)
  })
  afterAll(() => page.context().close())

  test.each(Object.entries(shown))('%s', async (_, addresses) => {
    complaints.length = 0
    for (const address of addresses) {
      const { at, token } = askedFor(address)
      await page.context().addCookies([{ name: 'svc_session', value: token, url: world.url }])
      const answer = await page.goto(`${world.url}${at}`)
      // A redirect would mean that the wrong page is checked.
      expect([address, page.url()]).toEqual([address, `${world.url}${at}`])
      expect([200, statusOf[address]]).toContain(answer?.status())
      // Collapsed parts are checked, too.
      await page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
      const hindrances = await hindrancesOn(page)
      await pictured(page, address)
      expect([address, hindrances]).toEqual([address, []])
    }
    expect([complaints.filter(text => !/status of 40[04]/.test(text)), outside.called]).toEqual([[], []])
  })
})

test('every page is light, renders without scripts, and shows grinds on dials', async () => {
  const found: unknown[] = []
  const weights = new Map<string, number>()
  const weightOf = async (href: string) => {
    const known = weights.get(href)
    if (known !== undefined) return known
    const { status, text } = await world.call(`GET ${href}`)
    const weight = status === 200 ? Bun.gzipSync(Buffer.from(text)).length : Infinity
    weights.set(href, weight)
    return weight
  }
  for (const address of Object.values(shown).flat()) {
    const { at, token } = askedFor(address)
    const headers = { accept: 'text/html', cookie: token ? `svc_session=${token}` : '' }
    const { text } = await world.call(`GET ${at}`, { headers })
    const styles = [...text.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)].map(([, href = '']) => href)
    const scripts = [...text.matchAll(/<script(?! type="application\/ld\+json")([^>]*)>/g)].map(([, how = '']) => how)
    const sources = scripts.map(how => / src="([^"]*)"/.exec(how)?.[1] ?? 'inline')
    const sum = async (hrefs: string[]) => (await Promise.all(hrefs.map(weightOf))).reduce((all, one) => all + one, 0)
    const html = Bun.gzipSync(Buffer.from(text)).length
    if (html >= 50_000) found.push([address, 'html', html])
    if (styles.length !== 1 || (await sum(styles)) >= 20_000) found.push([address, 'styles', styles])
    if ((await sum(sources)) >= 40_000) found.push([address, 'scripts', sources])
    if (scripts.some(how => !/ type="module"| defer| async/.test(how))) found.push([address, 'waits for', scripts])
    // The documentation of the API is for programs, which use it.
    if (!address.startsWith('/docs') && /grind index/i.test(text.replace(/<[^>]*>/g, ' ')))
      found.push([address, 'grind index'])
    if (!/<title>[^<]{6,}<\/title>/.test(text)) found.push([address, 'title'])
    if (!/<meta name="(description" content="[^"]{20,}|robots" content="noindex)"/.test(text))
      found.push([address, 'says neither what it is nor that it is not for search engines'])
  }
  expect([found, weights.size > 4]).toEqual([[], true])
})

test('every recipe page for search engines has it as schema.org/Recipe, once', async () => {
  const found: string[] = []
  for (const [route, addresses] of Object.entries(shown))
    for (const address of addresses.filter(address => !address.includes(' '))) {
      const { at, token } = askedFor(address)
      const { text } = await world.call(`GET ${at}`, {
        headers: { accept: 'text/html', cookie: `svc_session=${token}` },
      })
      // Recipes to brew from, except personal ones and those by rule, which search engines may not
      // index.
      if (!text.includes('<brew-timer') || text.includes('<meta name="robots" content="noindex')) continue
      const data = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
      expect([address, data.map(([, one = '']) => JSON.parse(one)['@type'])]).toEqual([address, ['Recipe']])
      found.push(route)
    }
  expect(new Set(found)).toEqual(
    new Set(['GET /techniques/:slug', 'GET /r/:shareId', 'GET /recipes/:id', 'GET /brew/:roasterSlug/:coffeeSlug']),
  )
})

/** SCREENSHOTS names a folder to save pictures of all pages in. */
async function pictured(page: Page, address: string) {
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  await page.reload()
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 1440]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      const name = address.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
}

/** One of each kind of thing that Robin's pages may show. */
async function aFullHouse(world: TestWorld, robin: Someone) {
  const call = async (route: string, body?: unknown) => (await world.call(route, { as: robin, body })).body
  const ann = await world.person('Ann')
  await world.prove(ann)
  const coffee = await aCoffee(world, 'Sawmill House')
  const steps = [
    { atSeconds: 0, action: 'bloom', toGrams: 45 },
    { atSeconds: 45, action: 'pour', toGrams: 250 },
  ]
  const { id: recipe } = await publish(world, ann, {
    coffeeProfileId: coffee,
    steps,
    brewTimeSeconds: 180,
    tasteProfile: { acidity: 4 },
  })
  for (let at = 0; at < 3; at++) await aRecipe(world, { by: ann, coffeeId: coffee })
  const espresso = { machineId: machineId(world, 'espresso'), ratio: 2, waterGrams: 36, doseGrams: 18 }
  const variation = {
    coffeeProfileId: coffee,
    brewTimeSeconds: 200,
    ratio: 15,
    doseGrams: 16.7,
    basedOn: recipe,
    steps,
  }
  const { id: fork } = await publish(world, ann, { ...variation, grindSetting: 21 })
  await world.call(`PATCH /api/community-recipes/${fork}`, { as: ann, body: { grindSetting: 20 } })
  const { recipe: forked } = await call('POST /api/user/recipes', {
    ...variation,
    method: 'v60',
    name: 'Rounder',
    waterGrams: 250,
    grinderId: grinderId(world),
    grindSetting: 22,
  })
  const { id: own } = await publish(world, robin, { coffeeProfileId: coffee, ...espresso })
  await world.sql`update coffees set flavor_profile = 'cocoa, almond', acidity_level = 4 where id = ${coffee}`
  await composeAll(world.sql)
  const [roaster] = await world.sql`
    update roasters
    set website_url = 'https://roaster.example', tagline = 'By the river', city = 'Portland', is_verified = true
    where id = (select roaster_id from coffees where id = ${coffee})
    returning slug`
  const hill = await aRoastery(world, {
    slug: 'hill-road',
    name: 'Hill Road',
    coffees: [
      {
        slug: 'worka',
        name: 'Worka',
        recipes: [
          { method: 'v60', brewTimeSeconds: 185 },
          { method: 'espresso', doseGrams: 18, waterGrams: 36 },
        ],
      },
      { slug: 'kayon', name: 'Kayon Mountain', flavorProfile: 'strawberry, cocoa', recipes: [] },
    ],
  })
  const lake = await aRoastery(world, { slug: 'lake', name: 'Lake', coffees: [] })
  for (const roasterId of [hill, lake])
    await world.sql`insert into roaster_members values (${roasterId}, ${robin.id}, 'OWNER', ${world.clock.now()})`
  const { data: shelf } = await call('GET /api/roaster-portal/coffees?roaster=hill-road')
  const [pictured, worka] = shelf.map((one: { id: number }) => one.id)
  const photo = twoColours(900, 700)
  await call(`PUT /api/roaster-portal/coffees/${pictured}/picture?roaster=hill-road`, photo)
  await call('PUT /api/roaster-portal/logo?roaster=hill-road', photo)
  await publish(world, ann, { coffeeProfileId: worka, steps })
  for (const what of ['impression', 'impression', 'click', 'method-switch', 'grinder-choice'])
    await call(`POST /api/embed/track-${what}`, { shareId: 'hill-road/worka', method: 'v60', grinder: 'niche-zero' })
  await call('POST /api/roaster-portal/invitations', { email: 'sam@hill.example' })
  const link = newLink(world.ports.secrets, world.clock.now(), 3_600_000)
  await world.ports.newEmails.ask({ ...link, userId: robin.id, sessionVersion: 1, email: 'robin@new.example' })
  await call('POST /api/user/grinders', { grinderId: grinderId(world), isDefault: true })
  await call('POST /api/user/coffee-library', { coffeeProfileId: coffee })
  const cup = { doseGrams: 80.5, waterGrams: 1250, waterTempF: 203, brewTimeSeconds: 214, rating: 2 }
  const gear = { coffeeProfileId: coffee, grinderId: grinderId(world), machineId: machineId(world), grindSetting: 20 }
  const { drinker } = await call('POST /api/user/drinkers', { name: 'Sam', bodyLevel: 5 })
  const cups = [
    { drinkerId: 0, rating: 3, extractionFeedback: { sour: true } },
    { drinkerId: drinker.id, extractionFeedback: { balanced: true } },
  ]
  const ofTwo = await call('POST /api/brew-logs', { ...gear, ...cup, drinkerIds: [0, drinker.id], cups })
  const { brewLog } = await call('POST /api/brew-logs', { ...gear, ...cup, extractionFeedback: { bitter: true } })
  await call(`POST /api/brew-logs/${brewLog.id}/save-as-recipe`)
  await call('POST /api/user/saved-recipes', { communityRecipeId: recipe })
  const { collection } = await call('POST /api/collections', { name: 'Sundays' })
  const { bag } = await call('POST /api/user/bags', {
    name: 'Kayanza Hill 14',
    roasterName: 'Pale Heron',
    weightGrams: 250,
    gramsLeft: 30,
    roastedOn: '2026-01-05',
    openedOn: '2026-01-12',
  })
  await call(`POST /api/collections/${collection.id}/items`, { recipeId: recipe })
  await browsing(world, robin).send(`/recipes/${recipe}/comments`, { body: 'What water?' })
  await browsing(world, robin).send(`/recipes/${recipe}/vote`, { vote: 'UP' })
  await browsing(world, robin).send(`/recipes/${recipe}/rating`, { rating: '4' })
  const technique = '/techniques/hoffmann-aeropress'
  await browsing(world, robin).send(`${technique}/comments`, { body: 'Finer than I thought.' })
  await browsing(world, robin).send(`${technique}/vote`, { vote: 'UP' })
  return {
    coffee,
    pictured,
    worka,
    roasterRecipe: (await call(`GET /api/roaster-portal/coffees/${worka}/recipes?roaster=hill-road`)).recipes[0].id,
    recipe,
    fork,
    forked: forked.id,
    own,
    roaster: roaster?.slug,
    brew: brewLog.id,
    ofTwo: ofTwo.brewLog.id,
    drinker: drinker.id,
    app: await anApp(world, robin),
    userCode: await aUserCode(world),
    wish: aWish(REDIRECT),
    localWish: aWish('http://127.0.0.1:41999/back'),
    token: (await call('POST /api/user/tokens', { name: 'Kitchen scale', scopes: ['read'] })).id,
    grinder: grinderId(world),
    invitation: await mailedToken(world, 'sam@hill.example'),
    newEmail: world.ports.secrets.linkToken(link.linkId),
    newPassword: (await offerNewPassword(ann.email, false, world.ports)).url?.split('=')[1],
    personal: (await call('GET /api/user/recipes')).recipes[0].id,
    collection: collection.id,
    bag: bag.id,
    collected: (await call(`POST /api/collections/${collection.id}/share`)).shareId,
    comment: (await call(`GET /api/recipes/${recipe}/comments`)).comments[0].id,
    techniqueComment: (await call(`GET /api${technique}/comments`)).comments[0].id,
    shared: (await call(`POST /api/recipes/${recipe}/share`)).shareUrl.split('/').at(-1),
  }
}

/** An app that the person has connected. Returns its id, as it is in a URL. */
async function anApp(world: TestWorld, { id }: Someone) {
  describeApps(world)
  await world.sql`
    insert into app_connections
      (user_id, app_id, app_name, scopes, resource, redirect_uri, code_hash, code_challenge, created_at, expires_at, redeemed_at)
    values
      (${id}, ${APP_ID}, 'Kitchen Notes', '{read,log}', ${`${world.url}/api`}, ${REDIRECT}, 'code', 'challenge', now(),
      now() + interval '90 days', now())`
  return encodeURIComponent(APP_ID)
}

/** What `dialin login --device` shows. */
async function aUserCode(world: TestWorld) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { body } = await world.call('POST /oauth/device', { headers, body: 'client_id=dialin-cli&scope=read' })
  return body.user_code
}

const aWish = (redirect_uri: string) =>
  String(
    new URLSearchParams({
      client_id: APP_ID,
      redirect_uri,
      response_type: 'code',
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
      scope: 'read log',
    }),
  )
