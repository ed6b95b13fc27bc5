import { asset, fontHref } from './assets.ts'
import type { Visit } from './choices.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'

/** What is shown where there is no network and the page was not opened before, below the address that was asked for. */
export const offlinePage = (visit: Visit): Promise<Response> =>
  sitePage(visit, {
    title: 'No network',
    script: 'offline.js',
    body: html`<div class="plain"><h1>No network</h1>
<p class="lead">This page was not opened on this device before. Recipes and grinders that were are still here, with their timer.</p>
<p class="lead" id="brewed" hidden>Your brew is not lost: its figures are in the address of this page. Leave it open, and the log opens by itself once there is a network.</p>
<div class="buttons"><a class="button" href="">Try again</a></div></div>`,
  })

/** Our worker, with what it keeps from the start; another version of any of it is another worker. */
export async function serviceWorker(): Promise<Response> {
  const [style, script, code] = await Promise.all([asset('site.css'), asset('offline.js'), asset('service-worker.js')])
  const shell = JSON.stringify(['/offline', style.href, script.href, fontHref, '/favicon.svg'])
  return new Response(`const shell = ${shell}\n${code.text}`, {
    headers: { 'content-type': 'text/javascript; charset=utf-8' },
  })
}
