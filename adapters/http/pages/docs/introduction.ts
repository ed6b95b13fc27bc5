import { SESSION_DAYS } from '../../../../core/accounts/model.ts'
import { html } from '../html.ts'

/** What applies to every endpoint. */
export const introduction = (description: string, baseUrl: string) => html`<h1>The Dialin API</h1>
<p class="lead">${description} JSON in, JSON out, over plain HTTP.</p>
<pre class="request">curl '${baseUrl}/api/v1/convert?from=comandante-c40-mk4&setting=24&to=niche-zero'</pre>
<dl>
<div><dt>Base URL</dt>
<dd>All paths are below <code>${baseUrl}</code>. Request bodies are JSON; fields not listed here are ignored. Times are ISO 8601 in UTC.</dd></div>
<div id="signing-in"><dt>Sign in and tokens</dt>
<dd>Register, or sign in by <a href="/docs/sign-in#post-api-auth-login">password</a>, <a href="/docs/sign-in#post-api-auth-magic-link">emailed link</a> or <a href="/docs/sign-in#post-api-auth-apple">Apple</a>. The reply has a <code>token</code> for ${SESSION_DAYS} days: send it as <code>Authorization: Bearer …</code>. Browsers also get it as the cookie <code>svc_session</code>. Requests that change something with the cookie must come from our own pages.</dd>
<dd>For a script or an assistant, create an API token on your page <a href="/me/keys">Keys and apps</a>, and send it as <code>Authorization: Bearer dln_…</code>. It opens only the endpoints that name one of its scopes: <code>read</code>, <code>log</code>, <code>write</code> or <code>roaster</code>.</dd>
<dd>An app for other people lets them connect it with OAuth 2.1: the issuer is <code>${baseUrl}/oauth</code>, and your <code>client_id</code> is the address of a Client ID Metadata Document.</dd></div>
<div id="errors"><dt>Errors</dt>
<dd>Any status from 400 on comes with <code>{ "error": "one sentence to act on" }</code>: 400 bad request, 401 not signed in, 403 not allowed, 404 not found, 408 request too slow, 409 conflict, 413 too large, 429 too many requests, 500 and 503 our fault. Every reply has an <code>X-Request-Id</code> for reporting a problem.</dd></div>
<div id="limits"><dt>Limits</dt>
<dd>Some endpoints limit the requests per minute from one IP address, as noted below. Beyond that you get a 429 with <code>Retry-After</code> in seconds. A body has at most 64 KiB, an import more.</dd></div>
<div id="cursors"><dt>Lists</dt>
<dd>A list has <code>data</code>, <code>cursor</code> and <code>hasMore</code>. To get the next page, send that <code>cursor</code> back as <code>?cursor=</code> until <code>hasMore</code> is false. Nothing is repeated or skipped, even while others write. <code>limit</code> sets the page size.</dd></div>
<div><dt>Caching</dt>
<dd>Where a reply has an <code>ETag</code>, send it as <code>If-None-Match</code> and get a 304 while nothing has changed. Replies are compressed for clients that accept br or gzip.</dd></div>
<div id="changes"><dt>Changes</dt>
<dd>Routes, fields and types stay until the next major version, and what is deprecated works for at least twelve months. New fields, routes and words in a list may come at any time, so ignore what you don’t know. Sentences and the advice itself may change.</dd></div>
</dl>`
