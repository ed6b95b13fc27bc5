import { Fault } from '../../../core/errors.ts'
import type { BagCoffee } from '../../../core/portal/bag-codes.ts'
import type { Ports } from '../../../core/ports.ts'
import { bagAddress } from '../../site/addresses.ts'
import type { PageDeclaration } from '../endpoint.ts'
import { perMinute } from '../limits.ts'
import type { Visit } from './choices.ts'
import { countOpened } from './count-visit.ts'
import { notFoundPage } from './error.ts'
import { openPage } from './open-page.ts'
import { seeOther } from './own-page.ts'
import { qrFile } from './parts/qr.ts'
import { pictureReply } from './picture.ts'

/** The address that a code on a bag opens, and the code itself for printing. */
export const bagPages: PageDeclaration[] = [
  openPage('GET /b/:code', 'The code on a bag: the recipe of that coffee, on the reader’s grinder', scanned),
  codeFile('GET /b/:code/qr.svg', 'The code on a bag, to print', 'image/svg+xml', (_, coffee, ports) =>
    fileReply(String(qrFile(bagAddress(coffee.code, ports.site), () => '25mm')), 'image/svg+xml'),
  ),
  codeFile('GET /b/:code/qr.png', 'The same as a picture', 'image/png', (request, coffee, ports) =>
    pictureReply(
      request,
      qrFile(bagAddress(coffee.code, ports.site), modules => String(PIXELS * modules)),
    ),
  ),
  codeFile(
    'GET /b/:code/label.pdf',
    'The code with the name of the coffee, as a label',
    'application/pdf',
    async (_, coffee, ports) =>
      fileReply(await (await import('./labels.ts')).labelFile(coffee, ports.site), 'application/pdf'),
  ),
]

/** Pixels per module: sharp at 300 dpi and 10 cm. */
const PIXELS = 32

/**
 * Counts the scan, then redirects to the recipe. A visitor without a grinder is asked for it on the
 * way.
 */
async function scanned(visit: Visit, { code = '' }: Record<string, string>): Promise<Response> {
  const coffee = await visit.ports.portal.bagCodes.coffee(code)
  if (!coffee) return notFoundPage(visit, 'The code may be incomplete, or the coffee has been removed.')
  countOpened(visit, { kind: 'SCAN', place: 'bag', roasterId: coffee.roaster.id, coffeeId: coffee.id })
  const page = coffee.hasRecipe ? `/brew/${coffee.roaster.slug}/${coffee.slug}` : `/coffees/${coffee.id}`
  const reply = seeOther(visit.grinder ? page : `/my-grinder?back=${encodeURIComponent(page)}`)
  // Every scan counts, so replies must not be cached.
  reply.headers.set('cache-control', 'no-store')
  return reply
}

function codeFile(
  route: PageDeclaration['route'],
  summary: string,
  media: string,
  draw: (request: Request, coffee: BagCoffee, ports: Ports) => Promise<Response> | Response,
): PageDeclaration {
  return {
    route,
    summary,
    media,
    limit: perMinute(60),
    cache: { control: 'public, max-age=3600' },
    respond: async (request, { code = '' }, ports) => {
      const coffee = await ports.portal.bagCodes.coffee(code)
      if (!coffee) throw new Fault('not-found', 'No coffee matches this code.')
      return draw(request, coffee, ports)
    },
  }
}

const fileReply = (content: string | Uint8Array<ArrayBuffer>, type: string) =>
  new Response(content, { headers: { 'content-type': type } })
