import { type BagCoffee, MOST_BAG_CODES } from '../../../../core/portal/bag-codes.ts'
import type { Ports } from '../../../../core/ports.ts'
import { bagAddress } from '../../../site/addresses.ts'
import { type Html, html } from '../html.ts'
import { notice } from '../parts/controls.ts'
import { qrCode } from '../parts/qr.ts'
import type { PortalVisit } from './portal-page.ts'
import { portalPath } from './rail.ts'
import { portalView } from './shell.ts'

const codesOf = ({ ports, who }: PortalVisit) => ports.portal.bagCodes.of(who.roasterId, MOST_BAG_CODES)

/** A code for every bag. */
export async function bagCodesPage(visit: PortalVisit): Promise<Response> {
  const { ports, who } = visit
  const coffees = await codesOf(visit)
  const add = portalPath(who.roasterSlug, '/coffees')
  return portalView(visit, {
    title: 'Codes for the bag',
    at: '/widget',
    body: html`<div class="headed"><div><h1>Codes for the bag</h1><p class="lead">Customers scan a code to open the coffee’s recipe on their own grinder. The code stays the same even if you rename the coffee.</p></div>${coffees.length === 0 ? '' : html`<a class="button" href="/portal/${who.roasterSlug}/codes.pdf">${sheetWords(coffees)}</a>`}</div>
${
  coffees.length === 0
    ? notice('plain', 'No coffees yet.', add ? html`<a href="${add}">Add one</a>` : '')
    : html`<p class="quiet">Labels of 63.5 by 33.9 mm, 24 to an A4 sheet. Print codes at 18 mm or larger. See how often each was scanned in <a href="/portal/${who.roasterSlug}/analytics?show=scans">Analytics</a>.</p>
<ul class="bag-codes">${coffees.map(coffee => html`<li class="panel">${codeOf(coffee, ports)}</li>`)}</ul>`
}`,
  })
}

/** All codes on sheets to print. */
export async function bagSheets(visit: PortalVisit): Promise<Response> {
  const { ports, who } = visit
  const { labelSheets } = await import('../labels.ts')
  const sheets = await labelSheets(await codesOf(visit), `QR codes for ${who.roasterName}`, ports.site)
  return new Response(sheets, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${who.roasterSlug}-codes.pdf"`,
    },
  })
}

/** For the widget's page: one code, and a link to all. */
export async function forTheBag(visit: PortalVisit): Promise<Html> {
  const { ports, who } = visit
  const coffees = await codesOf(visit)
  const [first] = coffees
  if (!first) return html``
  const base = `/portal/${who.roasterSlug}/codes`
  return html`<section class="panel for-bag" aria-labelledby="for-bag">${qrCode(bagAddress(first.code, ports.site), `QR code for ${first.name}.`)}<div><h2 id="for-bag">For the bag</h2><p>Customers scan it to open the recipe on their own grinder. Print it at 18 mm or larger.</p><p class="buttons"><a class="button soft" href="${base}">Each as SVG, PNG or label</a><a class="button soft" href="${base}.pdf">${sheetWords(coffees)}</a></p></div></section>`
}

const sheetWords = ({ length }: readonly unknown[]) => (length === 1 ? 'Label to print' : `All ${length} as labels`)

function codeOf({ name, code }: BagCoffee, ports: Ports): Html {
  const address = bagAddress(code, ports.site)
  const file = (ending: string, words: string) =>
    html`<a class="button small soft" href="/b/${code}/${ending}"><span class="unseen">${name}: </span>${words}</a>`
  return html`${qrCode(address, `QR code for ${name}.`)}<div><h2>${name}</h2><p class="address"><a href="/b/${code}">${address.replace(/^https?:\/\//, '')}</a></p><p class="buttons">${file('qr.svg', 'SVG')}${file('qr.png', 'PNG')}${file('label.pdf', 'PDF label')}</p></div>`
}
