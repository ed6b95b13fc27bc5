import { DAY_MS } from '../../../core/dates.ts'
import type { Ports } from '../../../core/ports.ts'
import { NO_SUPPORT_EMAIL } from '../../../core/site.ts'
import type { PageDeclaration } from '../endpoint.ts'

const PATH = '/.well-known/security.txt'

/** RFC 9116 recommends less than a year, so that readers of an old copy look again. */
const GOOD_FOR_DAYS = 180

/** Where to report a vulnerability of this site, in the standard location. */
export const securityTxt: PageDeclaration = {
  route: `GET ${PATH}`,
  summary: 'Where to report a security problem',
  media: 'text/plain',
  cache: { control: 'public, max-age=86400', source: ({ clock }) => dayNumber(clock()) },
  respond: (_request, _params, ports) =>
    new Response(securityText(ports), { headers: { 'content-type': 'text/plain; charset=utf-8' } }),
}

const dayNumber = (now: Date) => Math.floor(now.getTime() / DAY_MS)

function securityText({ site: { baseUrl, supportEmail }, clock }: Ports) {
  // Nobody reads the placeholder address.
  const mail = supportEmail === NO_SUPPORT_EMAIL ? '' : `Contact: mailto:${encodeURI(supportEmail)}\n`
  const expires = new Date((dayNumber(clock()) + GOOD_FOR_DAYS) * DAY_MS).toISOString()
  return `${mail}Contact: ${baseUrl}/about#contact
Expires: ${expires}
Preferred-Languages: en
Canonical: ${baseUrl}${PATH}
`
}
