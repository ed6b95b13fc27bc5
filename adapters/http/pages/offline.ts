import { asset, fontHref } from './assets.ts'
import type { Visit } from './choices.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'

/**
 * Shown without a network for a page that was not opened before, under the URL that was asked for.
 */
export const offlinePage = (visit: Visit): Promise<Response> =>
  sitePage(visit, {
    title: 'No network',
    script: 'offline.js',
    body: html`<div class="plain"><h1>No network</h1>
<p class="lead">This page was not opened on this device before. Recipes and grinders that were are still here, with their timer.</p>
<p class="lead" id="brewed" hidden>Your brew is not lost: its figures are in the address of this page. Leave it open, and the log opens by itself once there is a network.</p>
<div class="buttons"><a class="button" href="">Try again</a></div></div>`,
  })

/**
 * The service worker, with the files it caches from the start. A new version of any of them makes a
 * new worker.
 */
export async function serviceWorker(): Promise<Response> {
  const loaded = await Promise.all([asset('site.css'), asset('offline.js'), asset('search.js')])
  const code = await asset('service-worker.js')
  const shell = JSON.stringify(['/offline', ...loaded.map(({ href }) => href), fontHref, '/favicon.svg'])
  return new Response(`const shell = ${shell}\n${code.text}`, {
    headers: { 'content-type': 'text/javascript; charset=utf-8' },
  })
}
