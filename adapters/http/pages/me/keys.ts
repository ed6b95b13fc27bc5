import * as v from 'valibot'
import {
  type ApiToken,
  ApiTokenId,
  CreateApiToken,
  createApiToken,
  listApiTokens,
  MOST_API_TOKENS,
  revokeApiToken,
} from '../../../../core/accounts/api-tokens.ts'
import { type Scope, scopePurposes } from '../../../../core/accounts/scopes.ts'
import { AppId, disconnectApp, listApps } from '../../../../core/apps/apps.ts'
import { voucherOf } from '../../../../core/apps/clients.ts'
import type { ConnectedApp } from '../../../../core/apps/model.ts'
import { DAY_MS } from '../../../../core/dates.ts'
import type { Fault } from '../../../../core/errors.ts'
import { faultStatus } from '../../faults.ts'
import { attempt } from '../attempt.ts'
import { type FormFaults, wrongField } from '../field-faults.ts'
import { postedForm } from '../form.ts'
import { type Html, html } from '../html.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { type Choice, choiceField, notice, textField } from '../parts/controls.ts'
import { panelRow, panelRows } from '../parts/panel-rows.ts'
import { icon } from '../parts/pen.ts'
import { railView } from './rail.ts'

const PATH = '/me/keys'
const SOON_DAYS = 14

const faults: FormFaults = {
  name: { missing: 'Say what the token is for.', wrong: 'Use at most 60 characters.' },
}

/** What a token may do, as people choose it. Other combinations can be made over the API. */
const choices: { label: string; scopes: readonly Scope[] }[] = [
  { label: 'Read everything', scopes: ['read'] },
  { label: 'Log brews', scopes: ['log'] },
  { label: 'Read everything and log brews', scopes: ['read', 'log'] },
  { label: 'Read and write everything', scopes: ['read', 'log', 'write'] },
]
const forRoasters = { label: 'Work in the roaster portal', scopes: ['roaster'] as const }

const terms: Choice[] = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
]

interface Sent {
  typed?: URLSearchParams
  fault?: Fault
  /** Whether the name is what is wrong. */
  isName?: boolean
  created?: { name: string; secret: string }
}

/** Programs that may act for the person, what they may do, and how to stop them. */
export const keysPage = (visit: OwnVisit): Promise<Response> => keysPageWith(visit, {})

async function keysPageWith(visit: OwnVisit, sent: Sent): Promise<Response> {
  const { ports, who } = visit
  const [apps, { tokens }, memberships] = await Promise.all([
    listApps(undefined, ports, who),
    listApiTokens(undefined, ports, who),
    ports.members.of(who.id),
  ])
  const offered = memberships.length > 0 ? [...choices, forRoasters] : choices
  return railView(visit, PATH, {
    title: 'Keys and apps',
    status: sent.fault ? faultStatus[sent.fault.code] : 200,
    body: html`<h1>Keys and apps</h1><p class="lead">Who may act for you, what they may do, and how to stop it.</p>
${apps.length === 0 ? '' : appsPart(apps, visit)}<section class="part" aria-labelledby="tokens"><h2 id="tokens">API tokens</h2><p class="quiet">For your own scripts and assistants. A token works like a password, so keep it out of shared code. <a href="/docs#signing-in">How to use one</a></p>
${sent.fault && !sent.isName ? notice('wrong', 'No token was created.', sent.fault.message) : ''}${tokens.length < MOST_API_TOKENS ? formFor(offered, sent) : html`<p class="quiet">You have ${MOST_API_TOKENS} tokens. Revoke one that you no longer use first.</p>`}${sent.created ? createdView(sent.created) : ''}${tokens.length === 0 ? '' : panelRows(tokens.map(token => tokenRow(token, visit)))}</section>`,
  })
}

const appsPart = (apps: ConnectedApp[], visit: OwnVisit): Html =>
  html`<section class="part" aria-labelledby="apps"><h2 id="apps">Connected apps</h2><p class="quiet">Apps and assistants that you allowed to use your data.</p>${panelRows(apps.map(app => appRow(app, visit)))}</section>`

function appRow({ appId, name, scopes, lastUsedAt }: ConnectedApp, { url, words, ports }: OwnVisit): Html {
  if (url.searchParams.get('disconnect') === appId)
    return html`<li><form class="row-words" method="post" action="${PATH}/disconnect"><input type="hidden" name="app" value="${appId}"><p><b>Disconnect “${name}”?</b> It stops working now, on every device.</p><p class="buttons"><button class="button small outlined grave">Disconnect</button><a class="button small soft" href="${PATH}">Keep</a></p></form></li>`
  return panelRow({
    sign: html`<b class="face app-face" aria-hidden="true">${[...name][0]?.toUpperCase() ?? ''}</b>`,
    title: name,
    text: html`${voucherOf(appId) ?? 'Nobody vouches for its name'} · ${inWords(scopes)}`,
    end: html`<span class="quiet token-days">${lastUsedAt ? `Used ${words.ago(lastUsedAt, ports.clock())}` : 'Never used'}</span><a class="button small outlined" href="${PATH}?disconnect=${encodeURIComponent(appId)}#apps" aria-label="Disconnect ${name}">Disconnect</a>`,
  })
}

function formFor(offered: typeof choices, { typed, fault, isName }: Sent): Html {
  const scopes = offered.map(({ label, scopes }) => ({ value: scopes.join(' '), label }))
  return html`<form class="panel token-form" method="post" action="${PATH}#tokens">${textField('name', 'What is it for?', { value: typed?.get('name') ?? '', complaint: isName ? fault?.message : undefined, more: html`maxlength="60" placeholder="For example, Kitchen scale" autocomplete="off" required` })}${choiceField('scopes', 'It may', [['', scopes]], typed?.get('scopes') ?? 'read')}${choiceField('days', 'Works for', [['', terms]], typed?.get('days') ?? '90')}<button class="button">Create token</button></form>`
}

/** The only time that the token is shown. */
const createdView = ({ name, secret }: { name: string; secret: string }): Html =>
  html`<div class="notice right new-token" role="status">${icon('check')}<div><strong>“${name}” is ready. Copy it now: we won’t show it again.</strong><div class="token-text"><pre>${secret}</pre><button class="button small outlined" type="button" data-copy="token" hidden>${icon('copy')}<span aria-live="polite">Copy</span></button></div></div></div>`

function tokenRow(token: ApiToken, { url, words, ports }: OwnVisit): Html {
  const { id, name, startsWith, scopes, lastUsedAt, expiresAt } = token
  const now = ports.clock()
  if (url.searchParams.get('revoke') === String(id))
    return html`<li id="token-${id}"><form class="row-words" method="post" action="${PATH}/revoke"><input type="hidden" name="id" value="${id}"><p><b>Revoke “${name}”?</b> Scripts using it stop now.</p><p class="buttons"><button class="button small outlined grave">Revoke</button><a class="button small soft" href="${PATH}#tokens">Keep</a></p></form></li>`
  const daysLeft = Math.ceil((Date.parse(expiresAt) - now.getTime()) / DAY_MS)
  const used = lastUsedAt ? `Used ${words.ago(lastUsedAt, now)}` : 'Never used'
  const end = daysLeft > SOON_DAYS ? untilWhen(daysLeft) : html`<span class="ends-soon">${untilWhen(daysLeft)}</span>`
  return panelRow({
    title: name,
    text: html`<code>${startsWith}…</code> <span>${inWords(scopes)}</span>`,
    end: html`<span class="quiet token-days">${used}<br>${end}</span><a class="button small outlined" href="${PATH}?revoke=${id}#token-${id}" aria-label="Revoke ${name}">Revoke</a>`,
  })
}

function untilWhen(daysLeft: number) {
  if (daysLeft <= 0) return 'Expired'
  return daysLeft === 1 ? 'Expires within a day' : `Expires in ${daysLeft} days`
}

const inWords = (scopes: readonly Scope[]) =>
  [...choices, forRoasters].find(choice => [...choice.scopes].sort().join() === [...scopes].sort().join())?.label ??
  scopes.map(scope => scopePurposes[scope]).join('. ')

export async function keyCreated(visit: OwnVisit): Promise<Response> {
  const { request, ports, who } = visit
  const typed = await postedForm(request, ports)
  const given = v.safeParse(
    CreateApiToken,
    {
      name: typed.get('name') ?? '',
      scopes: (typed.get('scopes') ?? '').split(' '),
      expiresInDays: Number(typed.get('days')),
    },
    { abortEarly: true },
  )
  const { done, fault } = await attempt(() => {
    if (visit.refused) throw visit.refused
    if (!given.success) throw wrongField(given.issues[0], faults)
    return createApiToken(given.output, ports, who)
  })
  if (!fault) return keysPageWith(visit, { created: done })
  const isName = fault.code === 'name-taken' || (!visit.refused && given.issues?.[0].path?.[0].key === 'name')
  return keysPageWith(visit, { typed, fault, isName })
}

/** It may have been revoked meanwhile. */
export async function keyRevoked({ request, ports, who }: OwnVisit): Promise<Response> {
  const given = v.safeParse(ApiTokenId, { id: Number((await postedForm(request, ports)).get('id')) })
  if (given.success) await attempt(() => revokeApiToken(given.output, ports, who))
  return seeOther(`${PATH}#tokens`)
}

/** It may have been disconnected meanwhile. */
export async function appDisconnected({ request, ports, who }: OwnVisit): Promise<Response> {
  const given = v.safeParse(AppId, { app: (await postedForm(request, ports)).get('app') })
  if (given.success) await attempt(() => disconnectApp(given.output, ports, who))
  return seeOther(PATH)
}
