import { Fault } from '../../../core/errors.ts'
import type { Ports } from '../../../core/ports.ts'
import { bodyReader } from '../body.ts'

const MAX_FORM_BYTES = 4096
/** With a long text in it, every letter of which may take nine bytes. */
export const LONG_FORM_BYTES = 60_000

/** The fields of the form that one of our own pages has posted; a form on another site may not act here. */
export async function postedForm(request: Request, { site }: Pick<Ports, 'site'>, maxBytes = MAX_FORM_BYTES) {
  const ours = request.headers.get('sec-fetch-site') === 'same-origin' || request.headers.get('origin') === site.baseUrl
  if (!ours)
    throw new Fault('not-allowed', 'This form was not sent from our own page; open the link in the mail itself.')
  return new URLSearchParams(await bodyReader(request, maxBytes, { bytes: 0 }).read())
}

export const postedField = async (name: string, request: Request, ports: Pick<Ports, 'site'>) =>
  (await postedForm(request, ports)).get(name) ?? ''
