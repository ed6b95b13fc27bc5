import { escaped, html } from './html.ts'
import { icon } from './parts/pen.ts'
import type { SentForm } from './sent-form.ts'

/** Fills in a form on a page as it was sent, with a sentence that says why it is shown again. */
export function refilled(document: string, { action, fields, wrong }: SentForm): string {
  /**
   * The form being parsed: whether it is the one that was sent, and whether any of its fields were
   * found.
   */
  const now = { isIt: false, isFound: false, select: '' }
  const given = new Map<string | null, string[]>()
  for (const [name, text] of fields) given.set(escaped(name), [...(given.get(escaped(name)) ?? []), escaped(text)])
  const textsOf = (name: string | null) => given.get(name) ?? []
  return new HTMLRewriter()
    .on('form', {
      element(form) {
        Object.assign(now, {
          isIt: form.getAttribute('action')?.replace(/#.*/, '') === escaped(action),
          isFound: fields.length === 0,
        })
        form.onEndTag(end => {
          if (now.isIt && now.isFound) end.before(String(sentence(wrong)), { html: true })
          now.isIt = false
        })
      },
    })
    .on('form input', {
      element(input) {
        const type = input.getAttribute('type') ?? 'text'
        const value = input.getAttribute('value') ?? 'on'
        const texts = textsOf(input.getAttribute('name'))
        // Forms that post to the same path are told apart by their hidden fields.
        if (type === 'hidden') now.isIt &&= texts.length === 0 || texts.includes(value)
        if (!now.isIt || type === 'hidden' || type === 'password') return
        if (type === 'checkbox' || type === 'radio') {
          input.removeAttribute('checked')
          if (texts.includes(value)) input.setAttribute('checked', '')
        } else if (texts[0] !== undefined) input.setAttribute('value', texts[0])
        found(input, texts)
      },
    })
    .on('form textarea', {
      element(area) {
        const texts = textsOf(area.getAttribute('name'))
        if (!now.isIt || texts[0] === undefined) return
        area.setInnerContent(texts[0], { html: true })
        found(area, texts)
      },
    })
    .on('form select', {
      element(select) {
        now.select = select.getAttribute('name') ?? ''
        if (now.isIt) found(select, textsOf(now.select))
      },
    })
    .on('form option', {
      element(option) {
        const texts = textsOf(now.select)
        if (!now.isIt || texts.length === 0) return
        option.removeAttribute('selected')
        if (texts.includes(option.getAttribute('value') ?? '')) option.setAttribute('selected', '')
      },
    })
    .on('form button[name]', {
      element(button) {
        if (now.isIt) now.isFound ||= textsOf(button.getAttribute('name')).includes(button.getAttribute('value') ?? '')
      },
    })
    .transform(document)

  function found(element: HTMLRewriterTypes.Element, texts: string[]) {
    const name = element.getAttribute('name')
    now.isFound ||= texts.length > 0 || name === wrong?.field
    if (name === null || name !== wrong?.field) return
    element.setAttribute('aria-invalid', 'true')
    element.setAttribute('aria-describedby', 'sent-again')
  }
}

const sentence = (wrong: SentForm['wrong']) =>
  wrong
    ? html`<p class="complaint sent-again" id="sent-again" role="alert">${icon('fault')}${wrong.sentence}</p>`
    : html`<p class="sent-again" role="status">${icon('check')}Not sent yet. We’ve kept what you entered; send it again.</p>`
