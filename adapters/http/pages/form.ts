import { Fault } from '../../../core/errors.ts'
import type { Ports } from '../../../core/ports.ts'
import { isStorable } from '../../schemas/storable.ts'
import { bodyReader } from '../body.ts'
import { heldBodies } from '../held-bodies.ts'
import { refuseOverlong } from '../overlong.ts'

const MAX_FORM_BYTES = 4096
/** For a form with a long text, where a character can take nine bytes. */
export const LONG_FORM_BYTES = 60_000

/** The fields of a form posted from one of our own pages. Forms on other sites are refused. */
export async function postedForm(request: Request, { site }: Pick<Ports, 'site'>, maxBytes = MAX_FORM_BYTES) {
  refuseForeignPost(request, { site })
  // The pipeline has already read and counted the body; only its length is checked here.
  const body = await bodyReader(request, maxBytes, heldBodies(), () => '').read()
  const form = new URLSearchParams(body.toString('utf8'))
  refuseOverlong(form)
  for (const [name, text] of form)
    if (!isStorable(text))
      throw new Fault('invalid', `${name} contains a character we can’t store. Remove it and try again.`)
  return form
}

/** The file sent with a form; empty if there is none. */
export const postedFile = async (name: string, request: Request, ports: Pick<Ports, 'site'>): Promise<Buffer> =>
  (await postedWithFile(name, request, ports)).file

/** The same, with its name and the other fields of the form. */
export async function postedWithFile(name: string, request: Request, { site }: Pick<Ports, 'site'>) {
  refuseForeignPost(request, { site })
  const form = await request.formData().catch(() => new FormData())
  const sent = form.get(name)
  const file = sent instanceof File ? Buffer.from(await sent.arrayBuffer()) : Buffer.alloc(0)
  const field = (of: string) => {
    const text = form.get(of)
    return typeof text === 'string' ? text : undefined
  }
  return { file, fileName: sent instanceof File ? sent.name : '', field }
}

function refuseForeignPost({ headers }: Request, { site }: Pick<Ports, 'site'>) {
  if (headers.get('sec-fetch-site') === 'same-origin' || headers.get('origin') === site.baseUrl) return
  throw new Fault('not-allowed', 'This form wasn’t sent from our page. Open the link in the email again.')
}

export const postedField = async (name: string, request: Request, ports: Pick<Ports, 'site'>) =>
  (await postedForm(request, ports)).get(name) ?? ''
