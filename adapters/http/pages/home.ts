import type { Ports } from '../../../core/ports.ts'
import { html, htmlPage } from './html.ts'

export const homePage = ({ site }: Ports) =>
  htmlPage(
    'Dialin',
    html`<h1>Dialin</h1>
<p>Coffee brewing recipes that fit <em>your</em> grinder and <em>your</em> taste.</p>
<p>This is the service behind the apps and widgets.</p>
<ul>
  <li><a href="/grinders">Grinders: settings for every brew method, and a converter</a></li>
  <li><a href="/docs">The API: every route, with an example</a></li>
  <li><a href="/openapi.json">Its OpenAPI document</a></li>
  <li><a href="/llms.txt">For language models</a></li>
  <li><a href="/api/health">How the service is doing</a></li>
</ul>
<pre>curl ${site.baseUrl}/api/health</pre>`,
  )
