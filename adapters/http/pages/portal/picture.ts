import { MAX_PICTURE_BYTES } from '../../../../core/pictures/model.ts'
import { FORM_BYTES } from '../../body.ts'
import type { PageDeclaration } from '../../endpoint.ts'
import { faultStatus } from '../../faults.ts'
import { actPerMinute, formsPerMinute } from '../../limits.ts'
import { attempt } from '../attempt.ts'
import { postedFile, postedForm } from '../form.ts'
import { type Html, html } from '../html.ts'
import type { Params } from '../me/path.ts'
import { seeOther } from '../own-page.ts'
import { notice } from '../parts/controls.ts'
import { type PortalVisit, portalPage } from './portal-page.ts'

export interface RefusedPicture {
  status: number
  sentence: string
}

const MOST_MB = MAX_PICTURE_BYTES / 1024 ** 2

/** The current picture, an upload field, and a button to remove it. */
export const pictureForm = (
  action: string,
  now: Html,
  hasOne: boolean,
  refused: RefusedPicture | undefined,
  button = 'button',
): Html =>
  html`${refused ? notice('wrong', 'Not uploaded.', refused.sentence) : ''}<div class="picture-now">${now}</div>
<form class="picture-form" method="post" action="${action}" enctype="multipart/form-data"><div class="field"><label for="picture">${hasOne ? 'New picture' : 'Picture'}</label><input id="picture" name="picture" type="file" accept="image/jpeg,image/png,image/webp" data-most-bytes="${MAX_PICTURE_BYTES}" required></div><p class="quiet">JPEG, PNG or WebP, up to ${MOST_MB} MB. We strip location and camera data.</p><button class="${button}">${hasOne ? 'Replace' : 'Upload'}</button></form>
${hasOne ? html`<form method="post" action="${action}"><button class="button outlined">Remove picture</button></form>` : ''}`

interface PicturePage {
  set: (picture: Uint8Array, visit: PortalVisit, params: Params) => Promise<unknown>
  remove: (visit: PortalVisit, params: Params) => Promise<unknown>
  back: (slug: string, params: Params) => string
  page: (visit: PortalVisit, params: Params, refused: RefusedPicture) => Promise<Response>
}

/** Handles that form. */
export const picturePosted = (
  route: `POST /portal/:slug${string}`,
  summary: string,
  { set, remove, back, page }: PicturePage,
): PageDeclaration =>
  portalPage(
    route,
    summary,
    async (visit, params) => {
      const { request, ports, who, refused } = visit
      const { fault } = refused
        ? { fault: refused }
        : await attempt(async () => {
            // The remove button is a form of its own, without a file.
            if (!request.headers.get('content-type')?.startsWith('multipart/')) {
              await postedForm(request, ports)
              return remove(visit, params)
            }
            return set(await postedFile('picture', request, ports), visit, params)
          })
      if (!fault) return seeOther(back(who.roasterSlug, params))
      if (fault.code.endsWith('not-found')) throw fault
      const sentence = fault.code === 'too-large' ? `This file is larger than ${MOST_MB} MB.` : fault.message
      return page(visit, params, { status: faultStatus[fault.code], sentence })
    },
    { ...formsPerMinute(actPerMinute('send a picture')), maxBody: MAX_PICTURE_BYTES + FORM_BYTES },
  )
