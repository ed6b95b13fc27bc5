/** Forms that were just changed and whose answer has not arrived yet. */
const unanswered = new Set<HTMLFormElement>()
/** The request in progress for a form. A newer change aborts it. */
const underWay = new WeakMap<HTMLFormElement, AbortController>()
/** The last request, so that leaving a field without a change sends nothing. */
const askedFor = new WeakMap<HTMLFormElement, string>()
const liveForms: HTMLFormElement[] = []
/** How long to wait for a person to finish typing or sliding. */
const SETTLED_MS = 250

/**
 * A form that shows its result at once, before saving anything. It requests the page that its
 * button would, and replaces the parts marked `data-live` with those of the reply. Without a
 * script, the button does the same. `data-address` is the URL of that page, without default values.
 */
export function live(form: HTMLFormElement) {
  liveForms.push(form)
  let waiting: ReturnType<typeof setTimeout> | undefined
  let pressed: Promise<void> | undefined
  let isPressed = false
  const soon = () => {
    unanswered.add(form)
    clearTimeout(waiting)
    // A reply to an earlier request would undo the change.
    if (!isPressed && askedFor.get(form) !== answerOf(form).href) {
      underWay.get(form)?.abort()
      askedFor.delete(form)
    }
    waiting = setTimeout(async () => {
      // Wait for the reply to a pressed button, whose effect is not in the fields.
      await pressed
      if (askedFor.get(form) !== answerOf(form).href) await refresh(form)
    }, SETTLED_MS)
  }
  form.addEventListener('change', soon)
  form.addEventListener('input', event => {
    const input = event.target as HTMLInputElement
    nameValue(input)
    if (input.type !== 'range') soon()
  })
  form.addEventListener('submit', event => {
    const submitter = event.submitter as HTMLButtonElement | null
    if ((submitter?.formMethod || form.method) === 'post') return
    event.preventDefault()
    // Leaving a field for the button has already scheduled a request, which is no longer needed.
    clearTimeout(waiting)
    isPressed = true
    pressed = refresh(form, submitter).finally(() => {
      isPressed = false
    })
  })
  for (const button of form.querySelectorAll<HTMLElement>('.unscripted')) button.hidden = true
}

/** Shows a slider's value in words. */
export function nameValue(input: HTMLInputElement) {
  const words = input.form?.querySelector<HTMLOutputElement>(`output[for="${input.id}"]`)
  const word = words?.dataset.words?.split('|')[Number(input.value) - Number(input.min)]
  if (!words || word === undefined) return
  words.textContent = word
  input.setAttribute('aria-valuetext', word)
}

/** The query parameters that belong to other live forms. */
const ofOthers = (form: HTMLFormElement) =>
  [...new URLSearchParams(location.search)].filter(([name]) =>
    liveForms.some(one => one !== form && one.elements.namedItem(name)),
  )

/** The URL of the page with the result. */
function answerOf(form: HTMLFormElement, submitter: HTMLElement | null = null) {
  // Read the attribute: the property would return a field named "action".
  const address = new URL(form.getAttribute('action') ?? '', location.href)
  address.search = String(
    new URLSearchParams([...ofOthers(form), ...(new FormData(form, submitter) as unknown as [string, string][])]),
  )
  address.hash = ''
  return address
}

async function refresh(form: HTMLFormElement, submitter: HTMLElement | null = null) {
  underWay.get(form)?.abort()
  const asking = new AbortController()
  underWay.set(form, asking)
  const address = answerOf(form, submitter)
  askedFor.set(form, address.href)
  try {
    const response = await fetch(address, { signal: asking.signal, headers: { accept: 'text/html' } })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    unanswered.delete(form)
    for (const other of liveForms) if (other !== form && !unanswered.has(other)) fillAs(other, page)
    replaceLive(page)
    form.dispatchEvent(new Event('refreshed'))
    // Unsaved changes of a POST form have no URL.
    if (form.method === 'get')
      history.replaceState(null, '', page.querySelector<HTMLElement>('[data-address]')?.dataset.address ?? address)
  } catch (error) {
    // Without a network, submit normally, so that the browser shows the error.
    if (!asking.signal.aborted) form.method === 'get' && form.submit()
    else if (!(error instanceof DOMException)) throw error
  }
}

/**
 * One form's choice may change another's defaults, so update the fields of all forms from the page.
 */
function fillAs(form: HTMLFormElement, page: Document) {
  for (const here of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('select[id], input[id]')) {
    const next = page.getElementById(here.id) as typeof here | null
    if (next) {
      here.value = next.value
      here.dispatchEvent(new Event('filled'))
    }
    if (here instanceof HTMLInputElement) nameValue(here)
  }
}

function replaceLive(page: Document) {
  for (const input of document.querySelectorAll('form input[id]'))
    for (const name of ['aria-invalid', 'aria-describedby']) {
      const next = page.getElementById(input.id)
      const value = next?.getAttribute(name) ?? null
      if (!next || value === null) input.removeAttribute(name)
      else input.setAttribute(name, value)
    }
  for (const here of document.querySelectorAll<HTMLElement>('[data-live]')) {
    const next = page.querySelector<HTMLElement>(`[data-live="${here.dataset.live}"]`)
    // Leave identical parts alone, so that frames in them are not reloaded.
    if (!next || here.isEqualNode(next)) continue
    const focus = keptFocus(here)
    const ring = here.querySelector<HTMLElement>('dial-ring')
    const nextRing = next.querySelector<HTMLElement>('dial-ring')
    // Keep the ring, so that it can animate, and replace what is below it.
    if (ring && nextRing) {
      const drawing = ring.querySelector('.ring')
      if (drawing) nextRing.querySelector('.ring')?.replaceWith(drawing)
      ring.replaceChildren(...nextRing.childNodes)
      nextRing.replaceWith(ring)
      here.replaceChildren(...next.childNodes)
      ring.dataset.view = nextRing.dataset.view ?? ''
    } else here.replaceChildren(...next.childNodes)
    focus()
  }
}

/**
 * Keeps the keyboard focus within a replaced part: on the element with the same name, else at the
 * same position.
 */
function keptFocus(part: HTMLElement) {
  const focused = document.activeElement
  if (!focused || !part.contains(focused)) return () => {}
  const alike = () => [...part.querySelectorAll<HTMLElement>(focused.localName)]
  const index = alike().indexOf(focused as HTMLElement)
  return () => {
    if (document.activeElement === focused) return
    const now = alike().find(({ id }) => id !== '' && id === focused.id) ?? alike()[index]
    now?.focus({ preventScroll: true })
  }
}
