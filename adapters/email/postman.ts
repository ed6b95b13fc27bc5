import { CONFIRM_LINK_HOURS, MAGIC_LINK_MINUTES } from '../../core/accounts/model.ts'
import { NEW_PASSWORD_HOURS } from '../../core/accounts/new-passwords.ts'
import type { Secrets } from '../../core/accounts/secrets.ts'
import { INVITATION_DAYS } from '../../core/invitation-days.ts'
import { whoCanAccept } from '../../core/portal/invitations.ts'
import { type MailKind, unsubscribeLinkId } from '../../core/profiles/unsubscribe.ts'
import { CLAIM_LINK_HOURS } from '../../core/roasters/claims.ts'
import type { Site } from '../../core/site.ts'
import type { MailFigures } from '../metrics/world.ts'
import type { Outbox, QueuedMail } from '../postgres/events/outbox.ts'
import { errorFields, type Log } from '../program/log.ts'
import { sitePaths as paths } from '../site/addresses.ts'
import type { MailTransport } from './send.ts'
import type { MailView } from './views.ts'

export interface Postman {
  /** Sends the mails that are due now; returns how many it tried. */
  deliver: () => Promise<number>
  /** Results of the attempts since the start. */
  figures: () => MailFigures
  start: () => void
  stop: () => Promise<void>
}

interface PostmanDeps {
  outbox: Outbox
  transport: MailTransport
  secrets: Pick<Secrets, 'linkToken'>
  site: Pick<Site, 'baseUrl' | 'signUp'>
  clock: () => Date
  log: Log
}

/**
 * Sends queued mail, retrying with growing pauses. A mail may be sent more than once, but always
 * with the same Message-ID.
 */
export function postman({ outbox, transport, secrets, site, clock, log }: PostmanDeps): Postman {
  let stopped = false
  let timer: Timer | undefined
  let delivery = Promise.resolve(0)
  const figures: MailFigures = { sent: 0, delayed: 0, givenUp: 0 }

  const send = async (mail: QueuedMail) => {
    try {
      const { renderMail } = await import('./render.ts')
      const view = viewOf(mail, site, secrets)
      const unsubscribeUrl = 'unsubscribeUrl' in view ? view.unsubscribeUrl : undefined
      await transport.send({ ...mail, ...(await renderMail(view)), unsubscribeUrl })
      await outbox.delivered(mail.id)
      figures.sent++
      log.info('mail sent', { mail: mail.id, template: mail.template })
    } catch (error) {
      const now = clock()
      const retryAt = isFinal(error) ? undefined : nextTry(mail.attempts, now)
      figures[retryAt ? 'delayed' : 'givenUp']++
      await outbox.failed(mail.id, String(error), retryAt, now)
      log.warn(retryAt ? 'mail delayed' : 'mail given up', { mail: mail.id, retryAt, ...errorFields(error) })
    }
  }
  const deliver = async () => {
    const due = await outbox.claim(clock())
    await Promise.all(due.map(send))
    return due.length
  }
  const tick = async () => {
    delivery = deliver().catch(error => {
      log.warn('mail delivery failed', errorFields(error))
      return 0
    })
    const tried = await delivery
    if (!stopped) timer = setTimeout(tick, tried > 0 ? 0 : IDLE_MS)
  }
  return {
    deliver,
    figures: () => figures,
    // Not immediately: requests that wait for the service to start come first.
    start: () => {
      timer = setTimeout(tick, IDLE_MS)
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await delivery
      transport.close()
    },
  }
}

const IDLE_MS = 1000
const MOST_ATTEMPTS = 8

/** 30 s, 2 min, 8 min, 32 min, then every two hours; undefined after the last attempt. */
function nextTry(attempts: number, now: Date) {
  if (attempts >= MOST_ATTEMPTS) return undefined
  const pauseMs = Math.min(30_000 * 4 ** (attempts - 1), 2 * 60 * 60_000)
  return new Date(now.getTime() + pauseMs)
}

/** The receiving server refused for good (SMTP 5xx), so there is no use in trying again. */
const isFinal = (error: unknown) =>
  error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500

/** Turns the facts in the queue into words and links. Link tokens are created only here. */
function viewOf(mail: QueuedMail, site: PostmanDeps['site'], { linkToken }: PostmanDeps['secrets']): MailView {
  const { baseUrl } = site
  const about = (kind: MailKind, recipePath: string) => ({ recipeUrl: `${baseUrl}${recipePath}`, ...waysOut(kind) })
  const waysOut = (kind: MailKind) => ({
    settingsUrl: `${baseUrl}${paths.settings()}`,
    ...(mail.userId && {
      unsubscribeUrl: `${baseUrl}${paths.unsubscribe(linkToken(unsubscribeLinkId(mail.userId, kind)), mail.userId, kind)}`,
    }),
  })
  switch (mail.template) {
    case 'magic-link': {
      const { linkId, next, isFirstProof = false } = mail.props
      const url = `${baseUrl}${paths.signIn(linkToken(linkId), next)}`
      return { template: 'magic-link', url, minutes: MAGIC_LINK_MINUTES, isFirstProof }
    }
    case 'confirm-address': {
      const url = `${baseUrl}${paths.signIn(linkToken(mail.props.linkId), paths.confirmed())}`
      return { template: 'confirm-address', url, hours: CONFIRM_LINK_HOURS }
    }
    case 'new-password': {
      const url = `${baseUrl}${paths.newPassword(linkToken(mail.props.linkId))}`
      return { template: 'new-password', url, hours: NEW_PASSWORD_HOURS }
    }
    case 'account-invitation': {
      const url = `${baseUrl}${paths.register(linkToken(mail.props.linkId))}`
      return { template: 'account-invitation', url, days: INVITATION_DAYS }
    }
    case 'new-email': {
      const url = `${baseUrl}${paths.newEmail(linkToken(mail.props.linkId))}`
      return { template: 'new-email', url, hours: CONFIRM_LINK_HOURS }
    }
    case 'email-changed':
      return {
        template: 'email-changed',
        ...mail.props,
        url: `${baseUrl}${mail.props.isDone ? paths.contact() : paths.account()}`,
      }
    case 'sign-in-removed':
      return { template: 'sign-in-removed', ...mail.props }
    case 'new-api-token':
    case 'app-connected':
      return { template: mail.template, ...mail.props, url: `${baseUrl}${paths.keys()}` }
    case 'claim-verification': {
      const { linkId, ...facts } = mail.props
      const url = `${baseUrl}${paths.claim(linkToken(linkId))}`
      return { template: 'claim-verification', url, ...facts, hours: CLAIM_LINK_HOURS }
    }
    case 'claim-decided': {
      const { roasterSlug, ...facts } = mail.props
      const url = `${baseUrl}${facts.isApproved ? paths.portal(roasterSlug) : paths.contact()}`
      return { template: 'claim-decided', url, ...facts }
    }
    case 'roaster-invitation': {
      const { linkId, ...facts } = mail.props
      const url = `${baseUrl}${paths.invitation(linkToken(linkId))}`
      return { template: 'roaster-invitation', url, ...facts, days: INVITATION_DAYS, note: whoCanAccept(site) }
    }
    case 'member-news': {
      const { roasterSlug, ...facts } = mail.props
      const pathOfNews = {
        joined: paths.members(roasterSlug),
        left: paths.members(roasterSlug),
        role: paths.portal(roasterSlug),
        removed: paths.contact(),
        ownerless: paths.claimRoaster(roasterSlug),
      }
      return { template: 'member-news', url: `${baseUrl}${pathOfNews[facts.news]}`, ...facts }
    }
    case 'new-comment': {
      const { commentId, ...props } = mail.props
      const { recipeId } = props
      const path = commentId === undefined ? paths.talk(recipeId) : paths.comment(recipeId, commentId)
      return { template: 'new-comment', ...props, ...about('comments', path) }
    }
    case 'new-favourite':
      return { template: 'new-favourite', ...mail.props, ...about('saves', paths.recipe(mail.props.recipeId)) }
    case 'new-variation': {
      const { variationId, ...props } = mail.props
      return { template: 'new-variation', ...props, ...about('variations', paths.recipe(variationId)) }
    }
    case 'new-brew':
      return { template: 'new-brew', ...mail.props, ...about('brews', paths.recipe(mail.props.recipeId)) }
    case 'shelf-news':
      return { template: 'shelf-news', ...mail.props, shelfUrl: `${baseUrl}${paths.shelf()}`, ...waysOut('shelf') }
    case 'new-report': {
      const { path, ...facts } = mail.props
      return { template: 'new-report', url: `${baseUrl}${path}`, ...facts }
    }
    case 'report-digest': {
      const { things, ...facts } = mail.props
      const listed = Object.entries(things).map(([path, reports]) => ({ url: `${baseUrl}${path}`, reports }))
      return { template: 'report-digest', ...facts, things: listed }
    }
    case 'contact-message':
      return { template: 'contact-message', ...mail.props }
  }
}
