import { expect, test } from 'bun:test'
import { openLighthouse } from '../support/lighthouse.ts'
import { startWorld } from '../support/world.ts'
import { element, script, setStage } from './stage.ts'

const stage = setStage(startWorld, openLighthouse)

/** As large as a photo, so that it is what a product page is waited for. */
const photo = `<svg xmlns="http://www.w3.org/2000/svg" width="358" height="358"><rect width="358" height="358" fill="#a5632c"/>
<!-- ${'of the bag '.repeat(5000)} --></svg>`
const product = () => `<img src="${stage.sites.file(photo, 'image/svg+xml', 'shop.localhost')}" alt="The bag"
width="358" height="358"><p>Washed, from Sakaro in Gedeb, 2,000 m above the sea. Peach, jasmine and black tea.</p>
<p><button>Add to basket</button></p>`
const cards = () => `${element('hill-road', 'data-coffee="worka" style="min-height: 550px"')}
${element('many', 'style="min-height: 550px"')}${script(stage)}`
const head = '<meta name="viewport" content="width=device-width"><meta name="description" content="A coffee">'

test('a shop page with two cards loses no point in Lighthouse', async () => {
  const { browser, sites } = stage
  const without = await browser.bestScoresOf(sites.page(product(), { head }))
  const withCards = await browser.bestScoresOf(sites.page(product() + cards(), { head }))
  expect(Object.keys(without).sort()).toEqual(['accessibility', 'best-practices', 'performance', 'seo'])
  expect(withCards).toEqual(without)
})
