/** Forms that somebody has just changed: their answer is still to come. */
const unanswered = new Set<HTMLFormElement>()
/** What is under way for a form; a newer choice makes an older answer worthless. */
const underWay = new WeakMap<HTMLFormElement, AbortController>()
/** What was asked for last: who leaves a field changes nothing more. */
const askedFor = new WeakMap<HTMLFormElement, string>()
const liveForms: HTMLFormElement[] = []
/** Somebody who types or slides has not chosen yet. */
const SETTLED_MS = 250

/**
 * A form that shows its answer at once, before it is sent if it saves something: its page is asked for as it would be by a button, and the parts that are marked
 * `data-live` take the place of the ones here. Without a script the button does the same. `data-address` is where that
 * page lives, without what is as usual.
 */
export function live(form: HTMLFormElement) {
  liveForms.push(form)
  let waiting: ReturnType<typeof setTimeout> | undefined
  let pressed: Promise<void> | undefined
  let isPressed = false
  const soon = () => {
    unanswered.add(form)
    clearTimeout(waiting)
    // An answer under way that does not know of this would put back what was just changed.
    if (!isPressed && askedFor.get(form) !== answerOf(form).href) {
      underWay.get(form)?.abort()
      askedFor.delete(form)
    }
    waiting = setTimeout(async () => {
      // What a button does is in its own answer alone, which is taken before the fields are asked about again.
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
    // Leaving a field for the button has asked already, for less.
    clearTimeout(waiting)
    isPressed = true
    pressed = refresh(form, submitter).finally(() => {
      isPressed = false
    })
  })
  for (const button of form.querySelectorAll<HTMLElement>('.unscripted')) button.hidden = true
}

/** The word for where a slider stands. */
export function nameValue(input: HTMLInputElement) {
  const words = input.form?.querySelector<HTMLOutputElement>(`output[for="${input.id}"]`)
  const word = words?.dataset.words?.split('|')[Number(input.value) - Number(input.min)]
  if (!words || word === undefined) return
  words.textContent = word
  input.setAttribute('aria-valuetext', word)
}

/** What another live form has put into the address stays there. */
const ofOthers = (form: HTMLFormElement) =>
  [...new URLSearchParams(location.search)].filter(([name]) =>
    liveForms.some(one => one !== form && one.elements.namedItem(name)),
  )

/** The page that has the answer. */
function answerOf(form: HTMLFormElement, submitter: HTMLElement | null = null) {
  // By its attribute: a field may be called so, and then is what the property gives.
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
    // What is not saved yet has no address.
    if (form.method === 'get')
      history.replaceState(null, '', page.querySelector<HTMLElement>('[data-address]')?.dataset.address ?? address)
  } catch (error) {
    // Where there is no network, the page says so itself once it is asked for.
    if (!asking.signal.aborted) form.method === 'get' && form.submit()
    else if (!(error instanceof DOMException)) throw error
  }
}

/** What one form chooses may be what another had by default: its fields say what its answer is of. */
function fillAs(form: HTMLFormElement, page: Document) {
  for (const here of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('select[id], input[id]')) {
    const next = page.getElementById(here.id) as typeof here | null
    if (next) here.value = next.value
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
    // What is the same stays, and a frame with it.
    if (!next || here.isEqualNode(next)) continue
    const focus = keptFocus(here)
    const ring = here.querySelector<HTMLElement>('dial-ring')
    const nextRing = next.querySelector<HTMLElement>('dial-ring')
    // The ring stays, so that it can turn; what stands below it is taken over.
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

/** Who has walked into a part by keyboard stays there: at what has the same name, else in the same place. */
function keptFocus(part: HTMLElement) {
  const focused = document.activeElement
  if (!focused || !part.contains(focused)) return () => {}
  const alike = () => [...part.querySelectorAll<HTMLElement>(focused.localName)]
  const place = alike().indexOf(focused as HTMLElement)
  return () => {
    if (document.activeElement === focused) return
    const now = alike().find(({ id }) => id !== '' && id === focused.id) ?? alike()[place]
    now?.focus({ preventScroll: true })
  }
}
