import * as v from 'valibot'
import { SessionId } from '../../../../core/accounts/model.ts'
import { endSession, signOutElsewhere } from '../../../../core/accounts/sessions.ts'
import { isSecure } from '../../cookies.ts'
import { sessionCookie } from '../../session.ts'
import { attempt } from '../attempt.ts'
import { postedForm } from '../form.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'

const DONE = '/me/account?saved=devices#devices'

/** Signs out one other device. It may have signed out meanwhile. */
export async function sessionEnded({ request, ports, who }: OwnVisit): Promise<Response> {
  const given = v.safeParse(SessionId, { id: (await postedForm(request, ports)).get('id') })
  if (given.success) await attempt(() => endSession(given.output, ports, who))
  return seeOther(DONE)
}

/** This browser continues with a new session. */
export async function otherSessionsEnded({ ports, who }: OwnVisit): Promise<Response> {
  const { token } = await signOutElsewhere(undefined, ports, who)
  const response = seeOther(DONE)
  response.headers.append('set-cookie', sessionCookie(token, isSecure(ports.site)))
  return response
}
