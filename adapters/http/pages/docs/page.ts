import type { OpenApiDocument } from '../../openapi/model.ts'
import { withoutRefs } from '../../openapi/resolve.ts'
import { type Html, html } from '../html.ts'
import { policy } from '../layout.ts'
import { anchorOf, type DocsEndpoint, endpointPart, nameOf } from './endpoint.ts'
import { introduction } from './introduction.ts'

/**
 * The API documentation on one page. It works without scripts; the script adds search and copy
 * buttons.
 */
export function docsPage(document: OpenApiDocument, baseUrl: string): Response {
  const groups = groupsIn(document)
  const count = groups.reduce((sum, { endpoints }) => sum + endpoints.length, 0)
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The API · Dialin</title>
<meta name="description" content="The ${count} endpoints of Dialin: grinders on one scale, conversions, recipes, brews and coffees, each to try with curl. No key for grinders.">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/docs.css">
<script type="module" src="/assets/docs.js"></script>
</head>
<body><a class="skip" href="#content">Skip to content</a>
<header><a class="home" href="/">Dialin</a> <span>API ${document.info.version}</span> <a href="/openapi.json">OpenAPI</a></header>
<nav aria-label="Endpoints">
<form role="search">
<label for="find">Find an endpoint</label>
<input id="find" type="search" placeholder="vote, brew-logs, GET …" autocomplete="off" spellcheck="false">
<p role="status">${count} endpoints</p>
</form>
<details class="all"><summary>All endpoints by group</summary>
${groups.map(groupLinks)}</details>
</nav>
<main id="content" tabindex="-1">
${introduction(document.info.description, baseUrl)}
${groups.map(group => groupPart(group, baseUrl))}</main></body>
</html>
`
  return new Response(String(page), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
    },
  })
}

interface Group {
  name: string
  description: string
  endpoints: DocsEndpoint[]
}

function groupsIn(document: OpenApiDocument): Group[] {
  const { tags, paths } = withoutRefs(document)
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  return tags.map(({ name, description }) => ({
    name,
    description,
    endpoints: all.filter(({ operation }) => operation.tags.includes(name)),
  }))
}

const groupAnchor = ({ name }: Group) => name.toLowerCase().replaceAll(' ', '-')

const groupLinks = ({ name, endpoints }: Group): Html =>
  html`<details><summary>${name} <span>${endpoints.length}</span></summary>
<ul>${endpoints.map(endpoint => html`<li><a href="#${anchorOf(endpoint)}">${nameOf(endpoint)}</a></li>`)}</ul></details>
`

const groupPart = (group: Group, baseUrl: string): Html =>
  html`<section id="${groupAnchor(group)}" aria-labelledby="${groupAnchor(group)}-name">
<h2 id="${groupAnchor(group)}-name">${group.name}</h2>
<p>${group.description}</p>
${group.endpoints.map(endpoint => endpointPart(endpoint, baseUrl))}</section>
`
