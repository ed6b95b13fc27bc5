import { describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { aMember } from '../support/roastery.ts'
import { startWorld } from '../support/world.ts'
import {
  element,
  expectAccessible,
  leave,
  script,
  setStage,
  shoot,
  takeCoffee,
  takeGrinder,
  textOf,
  visit,
} from './stage.ts'

const stage = setStage(startWorld)

/** What the roaster sees in the portal. */
async function analyticsOf(slug: string) {
  const { world } = stage
  await world.ports.events.flush()
  const roaster = await world.ports.embeds.roaster(slug)
  const member = await aMember(world, roaster?.id as number)
  return (await world.call('GET /api/roaster-portal/analytics', { as: member })).body
}

describe('what visitors do', () => {
  test('is counted exactly: one impression per coffee, every switch, choice and click, by host', async () => {
    const body = element('hill-road') + element('night-shift') + script(stage)
    const opened = await visit(stage, stage.sites.page(body, { host: 'blog.localhost' }), {
      viewport: { width: 1000, height: 1200 },
    })
    const { page } = opened
    await page.locator('.ready').nth(1).waitFor()
    // A widget counts as seen after a second in view.
    const seen = (count: number) =>
      eventually(() => opened.asked.filter(one => one.endsWith('track-impression')).length === count)
    await seen(2)
    await page.getByRole('tab', { name: 'AeroPress' }).click()
    await page.getByRole('tab', { name: 'AeroPress' }).click()
    await page.getByRole('tab', { name: 'V60' }).click()
    await takeCoffee(page, 'Zephyr')
    await page.getByRole('tab', { name: 'Cold brew' }).waitFor()
    await seen(3)
    await takeCoffee(page, 'Ethiopia Worka Sakaro')
    await takeGrinder(page, 'k ul', '1Zpresso K-Ultra')
    await page.locator('.setting').first().waitFor()
    const shown = await textOf(page.locator('.setting').first())
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.locator('.link').first().click()])
    await popup.waitForLoadState()
    expect(await textOf(popup.locator('h1'))).toBe('Ethiopia Worka Sakaro')
    expect(await textOf(popup.locator('.tabs [aria-current]'))).toBe('V60')
    // The recipe opens with the grinder chosen in the card.
    expect(await popup.locator('.ring .setting').first().textContent()).toBe(shown)
    await popup.close()
    // The last report may still be on its way while the page closes.
    await page.getByRole('tab', { name: 'Espresso' }).click()
    await page.close()
    const { totals, byCoffee, byMethod, byHost } = await eventually(async () => {
      const analytics = await analyticsOf('hill-road')
      return analytics.totals.methodSwitches === 3 && analytics
    })
    expect(totals).toEqual({
      pageViews: 1,
      impressions: 2,
      clicks: 1,
      clickRate: 0.5,
      methodSwitches: 3,
      grinderChoices: 1,
      scans: 0,
      uniqueVisitors: 1,
    })
    expect(byCoffee).toMatchObject([
      { slug: 'worka', impressions: 1, clicks: 1, methodSwitches: 3 },
      { slug: 'zephyr', impressions: 1, clicks: 0, methodSwitches: 0 },
    ])
    const v60 = byMethod.find(({ method }: { method: string }) => method === 'v60')
    expect(v60).toMatchObject({ impressions: 1, clicks: 1, methodSwitches: 1 })
    expect(byHost).toMatchObject([{ host: 'blog.localhost', impressions: 2 }])
    expect((await analyticsOf('night-shift')).totals).toMatchObject({ impressions: 1, clicks: 0 })
    await page.context().close()
  })
})

describe('allowed domains', () => {
  const cards = () => element('fenced') + script(stage)

  test('decide which pages may show the recipes', async () => {
    for (const [host, phase] of [
      ['shop.localhost', 'ready'],
      ['a.fenced.localhost', 'ready'],
      ['fenced.localhost', 'failed'],
      ['blog.localhost', 'failed'],
    ] as const) {
      const opened = await visit(stage, stage.sites.page(cards(), { host }))
      await opened.page.locator(`.${phase}`).waitFor()
      await leave(opened)
    }
  })

  test('decide which pages may frame them', async () => {
    const frame = `<iframe title="Recipes" src="${stage.world.url}/embed/fenced"></iframe>`
    const allowed = await visit(stage, stage.sites.page(frame, { host: 'shop.localhost' }))
    await allowed.page.frameLocator('iframe').locator('.ready').waitFor()
    await leave(allowed)
    const refused = await visit(stage, stage.sites.page(frame, { host: 'blog.localhost' }))
    await eventually(() => refused.said.some(line => line.includes('frame-ancestors')))
    expect(await refused.page.frameLocator('iframe').locator('.box').count()).toBe(0)
    await leave(refused)
  })
})

describe('the frame', () => {
  test('shows the same card, reports its height, and counts for the page around it', async () => {
    const listen = `<script>
      addEventListener('message', ({ data, source }) => {
        const frame = document.querySelector('iframe')
        if (data.type === 'dialin:height' && source === frame.contentWindow) frame.height = data.height
      })
    </script>`
    const src = `${stage.world.url}/embed/hill-road?theme=dark&layout=card&coffee=zephyr`
    const frame = `<iframe title="Recipes" width="420" height="100" style="border:0" src="${src}"></iframe>${listen}`
    const opened = await visit(stage, stage.sites.page(frame, { host: 'framing.localhost' }))
    const inside = opened.page.frameLocator('iframe')
    await inside.locator('.card.dark.ready').waitFor()
    expect(await textOf(inside.locator('.title'))).toBe('Zephyr')
    await eventually(async () => (await opened.page.locator('iframe').getAttribute('height')) === '550')
    await expectAccessible(opened.page)
    await shoot(opened.page, 'frame')
    const around = await eventually(async () => {
      const { byHost } = await analyticsOf('hill-road')
      return byHost.find(({ host }: { host: string }) => host === 'framing.localhost')
    })
    expect(around).toMatchObject({ impressions: 1 })
    expect(opened.said).toEqual([])
    await leave(opened)
  })

  test('has a height that fits, even if no script listens to it', async () => {
    const frames = [
      ['card', 420, 560],
      ['inline', 960, 314],
      ['wide', 700, 280],
      ['badge', 360, 76],
    ] as const
    const body = frames.map(
      ([layout, width, height]) =>
        `<iframe title="${layout} ${width}" width="${width}" height="${height}" style="border:0" src="${stage.world.url}/embed/hill-road?layout=${layout}&language=de"></iframe>`,
    )
    const opened = await visit(stage, stage.sites.page(body.join('')), { viewport: { width: 1000, height: 1600 } })
    for (const [layout, width] of frames) {
      const inside = opened.page.frameLocator(`iframe[title="${layout} ${width}"]`)
      await inside.locator('.ready:lang(de)').waitFor()
      const over = inside.locator('html').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
      expect([layout, width, await over]).toEqual([layout, width, 0])
    }
    await leave(opened)
  })

  test('without scripts lists the coffees, and says so for an unknown roaster', async () => {
    const opened = await visit(stage, `${stage.world.url}/embed/hill-road`, { javaScriptEnabled: false })
    expect(await opened.page.getByRole('link').allTextContents()).toEqual(['Ethiopia Worka Sakaro', 'Zephyr'])
    await leave(opened)
    const nobody = await stage.world.call('GET /embed/nobody')
    expect([nobody.status, nobody.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    const spoiled = await stage.world.call('GET /embed/hill-road?theme=%22%3E%3Cscript%3E&layout=card')
    expect(spoiled.text).toContain('data-theme="&quot;&gt;&lt;script&gt;"')
    expect((await stage.world.call('GET /brew/hill-road/nothing')).status).toBe(404)
  })

  test('without scripts shows the figures and the grind of one coffee, and all coffees for a wrong one', async () => {
    const open = (coffee: string) =>
      visit(stage, `${stage.world.url}/embed/hill-road?coffee=${coffee}`, { javaScriptEnabled: false })
    const opened = await open('worka')
    const { page } = opened
    expect(await textOf(page.locator('main'))).toBe(
      'Hill Road Coffee Ethiopia Worka Sakaro, V60 15 g coffee, 250 g water (1:16.7) 95 °C (203 °F) 3:00 Grind: medium 25 clicks on a Comandante C40 MK4 Full recipe',
    )
    expect(await page.locator('main').evaluate(main => getComputedStyle(main).paddingLeft)).toBe('20px')
    await shoot(page, 'frame-without-scripts')
    await leave(opened)
    const wrong = await open('%00kongo')
    expect(await wrong.page.getByRole('link').allTextContents()).toEqual(['Ethiopia Worka Sakaro', 'Zephyr'])
    await leave(wrong)
  })

  test('says who may frame it', async () => {
    const policyOf = async (slug: string) =>
      (await stage.world.call(`GET /embed/${slug}`)).headers.get('content-security-policy') ?? ''
    expect(await policyOf('hill-road')).toEndWith('frame-ancestors *')
    expect(await policyOf('fenced')).toEndWith(
      "frame-ancestors 'self' https://shop.localhost:* http://shop.localhost:* https://*.fenced.localhost:* http://*.fenced.localhost:*",
    )
  })

  test('the script is compressed, cached and open to every page', async () => {
    const { headers, status } = await stage.world.call('GET /embed/widget.js', {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(headers.get('cache-control')).toBe('public, max-age=3600, stale-while-revalidate=86400')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const again = await stage.world.call('GET /embed/widget.js', {
      headers: { 'accept-encoding': 'gzip', 'if-none-match': headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })
})
