import { asset, fontHref } from './assets.ts'
import type { Visit } from './choices.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'

/**
 * Shown without a network for a page that was not opened before, under the URL that was asked for.
 * It lists the pages that were.
 */
export const offlinePage = (visit: Visit): Promise<Response> =>
  sitePage(visit, {
    title: 'You’re offline',
    script: 'offline.js',
    body: html`<div class="plain"><h1>You’re offline</h1>
<p class="lead" id="opened">Pages you’ve opened on this device still work, timer included.</p>
<p class="lead" id="brewed" hidden>Your brew isn’t lost. Keep this page open, and the log opens by itself once you’re back online.</p>
<div class="buttons"><a class="button" href="" id="again">Try again</a><a class="button soft" href="/">Home</a></div>
<nav id="stored" aria-labelledby="stored-title" hidden><h2 id="stored-title">On this device</h2><ul class="lines"></ul></nav></div>`,
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
