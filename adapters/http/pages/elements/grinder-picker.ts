import type { GrinderChoice } from '../../../design/dial/mini.ts'
import { openPicker } from './picker-dialog.ts'
import { loadGrinders } from './picker-list.ts'

/**
 * Chooses a grinder. It wraps the select box that pages have without scripts, and keeps it as the
 * field of the form: a choice sets its value and fires its `change`.
 */
class GrinderPicker extends HTMLElement {
  connectedCallback() {
    const select = this.querySelector('select')
    if (!select || this.querySelector('button')) return
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'picked'
    button.id = `${select.id}-picked`
    button.setAttribute('aria-haspopup', 'dialog')
    const label = select.labels?.[0]
    const name = label?.textContent ?? 'Grinder'
    if (label) {
      label.id ||= `${select.id}-label`
      label.htmlFor = button.id
      button.setAttribute('aria-labelledby', `${label.id} ${button.id}`)
    }
    for (const attribute of ['aria-invalid', 'aria-describedby']) {
      const value = select.getAttribute(attribute)
      if (value !== null) button.setAttribute(attribute, value)
    }
    const show = () => {
      button.textContent = select.selectedOptions[0]?.label ?? ''
      button.classList.toggle('none', select.value === '')
    }
    show()
    select.hidden = true
    select.after(button)
    // A hidden field cannot ask for its value, so the picker opens instead.
    const isRequired = select.required
    select.required = false
    const open = () =>
      openPicker({
        anchor: this,
        opener: button,
        title: name,
        chosen: select.value,
        ...(select.dataset.without && { without: select.dataset.without }),
        known: knownFrom(select),
        take: slug => {
          select.value = slug
          select.dispatchEvent(new Event('change', { bubbles: true }))
        },
      })
    button.addEventListener('click', open)
    // As in a select box, typing searches; the letter goes into the field that gets the focus.
    button.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
      const isTyped = /^[^ ]$/u.test(key) && !ctrlKey && !metaKey && !altKey
      if (isTyped || key === 'ArrowDown' || key === 'ArrowUp') open()
    })
    select.form?.addEventListener('submit', event => {
      if (!isRequired || select.value !== '' || event.submitter?.hasAttribute('formnovalidate')) return
      event.preventDefault()
      event.stopImmediatePropagation()
      open()
    })
    select.addEventListener('change', show)
    // Where choosing is all there is to do, the form needs no button.
    if (select.form?.hasAttribute('data-when-chosen'))
      select.addEventListener('change', () => select.value && select.form?.requestSubmit())
    // Another form's reply may have changed the value.
    select.addEventListener('filled', show)
  }
}
customElements.define('grinder-picker', GrinderPicker)

/** The names in a select box, shown until the list with the dials is loaded, or without a network. */
const knownFrom = (select: HTMLSelectElement): GrinderChoice[] =>
  [...select.options].flatMap(({ value, label, parentElement }) => {
    if (value === '') return []
    const group = parentElement instanceof HTMLOptGroupElement ? parentElement.label : ''
    const brand = label.startsWith(`${group} `) ? group : ''
    return [{ slug: value, brand, model: brand ? label.slice(brand.length + 1) : label, kind: '', start: '' }]
  })

// A link to the page that asks for a grinder asks here instead, and comes back to this page.
document.addEventListener('click', async event => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="/my-grinder"]')
  // One with a fragment leads to another part of that page.
  if (!link || link.hash || link.closest('dialog') || location.pathname === '/my-grinder') return
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const { all } = await loadGrinders()
  if (!all) return location.assign(link.href)
  openPicker({ anchor: document.body, opener: link, title: 'Your grinder', chosen: '', known: all, take: useGrinder })
})

function useGrinder(slug: string) {
  const back = new URL(location.href)
  // Otherwise the page would go on showing the grinder in its URL.
  for (const name of ['grinder', 'nudge']) back.searchParams.delete(name)
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/choices'
  for (const [name, value] of [
    ['grinder', slug],
    ['back', back.pathname + back.search],
  ] as const) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}
