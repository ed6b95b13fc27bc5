import { type Html, html } from '../html.ts'
import { anchorOf, type DocsGroup, docsPath, methodBadge, nameOf } from './groups.ts'

/** The search, what applies to every endpoint, the groups, and the endpoints of the group shown. */
export function docsSide(groups: DocsGroup[], shown?: DocsGroup, asked = ''): Html {
  const here = (isHere: boolean) => (isHere ? html` aria-current="page"` : '')
  return html`<nav class="docs-side" aria-label="API">
<form role="search" method="get" action="/docs"><label class="unseen" for="find">Find an endpoint</label><input class="input" id="find" name="find" type="search" value="${asked}" placeholder="Find an endpoint" autocomplete="off" spellcheck="false" maxlength="60"><p role="status"></p><ul class="found"></ul></form>
<details class="all"><summary>Contents</summary>
<ul class="start"><li><a href="/docs#content"${here(!shown)}>Start here</a></li><li><a href="/docs#signing-in">Sign in and tokens</a></li><li><a href="/docs#errors">Errors and limits</a></li></ul>
<p class="label">Endpoints</p>
<ul class="groups">${groups.map(
    group =>
      html`<li><a href="${docsPath(group)}"${here(group === shown)}>${group.name} <span>${group.endpoints.length}</span></a>${group === shown ? operations(group) : ''}</li>\n`,
  )}</ul></details></nav>`
}

const operations = ({ endpoints }: DocsGroup): Html =>
  html`<ul class="operations">${endpoints.map(one => html`<li><a href="#${anchorOf(one)}">${methodBadge(one)} ${nameOf(one)}</a></li>\n`)}</ul>`
