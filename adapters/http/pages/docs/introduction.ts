import { SESSION_DAYS } from '../../../../core/accounts/model.ts'
import { html } from '../html.ts'

/** What applies to every endpoint. */
export const introduction = (description: string, baseUrl: string) => html`<h1>The Dialin API</h1>
<p class="lead">${description} JSON in, JSON out, over plain HTTP.</p>
<pre class="request">curl '${baseUrl}/api/v1/convert?from=comandante-c40-mk4&setting=24&to=niche-zero'</pre>
<dl>
<div><dt>Base URL</dt>
<dd>All paths are below <code>${baseUrl}</code>. A body is JSON; other fields than the ones named here are ignored. Times are ISO 8601 in UTC.</dd></div>
<div id="signing-in"><dt>Sign in and tokens</dt>
<dd>Register, or sign in by <a href="/docs/sign-in#post-api-auth-login">password</a>, <a href="/docs/sign-in#post-api-auth-magic-link">mailed link</a> or <a href="/docs/sign-in#post-api-auth-apple">Apple</a>. The reply has a <code>token</code> for ${SESSION_DAYS} days: send it as <code>Authorization: Bearer …</code>. Browsers get it as the cookie <code>svc_session</code> too; what changes something by cookie must come from our own pages.</dd></div>
<div id="errors"><dt>Errors</dt>
<dd>Any status from 400 on comes with <code>{ "error": "one sentence to act on" }</code>: 400 the request, 401 no sign-in, 403 not yours, 404 not there, 408 too slow, 409 already so, 413 too large, 429 too many, 500 and 503 our side. Every reply has an <code>X-Request-Id</code> to tell us.</dd></div>
<div id="limits"><dt>Limits</dt>
<dd>Some endpoints take so many requests a minute from one address, as they say. Beyond that comes a 429 with <code>Retry-After</code> in seconds. A body has at most 64 KiB, an import more.</dd></div>
<div id="cursors"><dt>Lists</dt>
<dd>A list comes as <code>data</code> with <code>cursor</code> and <code>hasMore</code>. Send <code>?cursor=</code> as it came for what follows, until <code>hasMore</code> is false; nothing is shown twice or missed while others write. <code>limit</code> says how many at once.</dd></div>
<div><dt>Caching</dt>
<dd>Where a reply has an <code>ETag</code>, send it as <code>If-None-Match</code> and get a 304 while nothing has changed. Replies are compressed for whoever takes br or gzip.</dd></div>
</dl>`
