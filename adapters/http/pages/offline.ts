import { asset, fontHref } from './assets.ts'
import type { Visit } from './choices.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'

/** What is shown where there is no network and the page was not opened before. */
export const offlinePage = (visit: Visit): Promise<Response> =>
  sitePage(visit, {
    title: 'No network',
    body: html`<div class="plain"><h1>No network</h1>
<p class="lead">This page was not opened on this device before. Recipes and grinders that were are still here, with their timer.</p>
<div class="buttons"><a class="button" href="/">Try again</a></div></div>`,
  })

/** Our worker, with what it keeps from the start; another version of any of it is another worker. */
export async function serviceWorker(): Promise<Response> {
  const [style, code] = await Promise.all([asset('site.css'), asset('service-worker.js')])
  const shell = JSON.stringify(['/offline', style.href, fontHref, '/favicon.svg'])
  return new Response(`const shell = ${shell}\n${code.text}`, {
    headers: { 'content-type': 'text/javascript; charset=utf-8' },
  })
}
