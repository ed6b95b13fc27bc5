/** HTML with every value escaped: text from people stays text. */
export function html(parts: TemplateStringsArray, ...values: Array<string | number | Html | Html[]>): Html {
  let out = parts[0] ?? ''
  for (const [position, value] of values.entries()) {
    out += Array.isArray(value)
      ? value.map(String).join('')
      : value instanceof Html
        ? String(value)
        : escaped(String(value))
    out += parts[position + 1] ?? ''
  }
  return new Html(out)
}

export class Html {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toString() {
    return this.#text
  }
}

const escaped = (text: string) =>
  text.replace(
    /[&<>"']/g,
    char => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[char] ?? char,
  )

interface PageOptions {
  status?: number
  script?: string
  /** The page has a style of its own, and names its landmarks itself. */
  style?: string
  /** A form that a browser posts must say where it comes from, which `no-referrer` would keep it from saying. */
  postsForm?: true
  /** More of what a page says about itself. */
  head?: Html
}

/** A page of our own: one column, light and dark, no script but the ones it names, nothing from other origins. */
export function htmlPage(title: string, body: Html, options: PageOptions = {}): Response {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${options.style ?? '/assets/page.css'}">
${options.head ?? ''}
${options.script ? html`<script type="module" src="${options.script}"></script>` : ''}
</head>
<body>${options.style ? body : html`<main>${body}</main>`}</body>
</html>
`
  return new Response(String(document), {
    status: options.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': options.postsForm ? 'same-origin' : 'no-referrer',
    },
  })
}
