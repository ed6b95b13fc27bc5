import './copy-buttons.ts'
import './frame-height.ts'
import { live } from './live-form.ts'
import './portal.ts'
import { reorder } from './reorder.ts'

const form = document.querySelector<HTMLFormElement>('#widget')
if (form) {
  live(form)
  // Keeps the swatches and the colour's text field in step.
  const colour = form.querySelector<HTMLInputElement>('#accentColor')
  const swatches = [...form.querySelectorAll<HTMLButtonElement>('.swatch')]
  const press = () => {
    for (const one of swatches)
      one.setAttribute('aria-pressed', String(one.value.toLowerCase() === colour?.value.trim().toLowerCase()))
  }
  colour?.addEventListener('input', press)
  for (const swatch of swatches)
    swatch.addEventListener('click', () => {
      if (colour) colour.value = swatch.value
      press()
    })

  const showHandles = reorder(list => {
    const order = form.querySelector<HTMLInputElement>('[name="methodOrder"]')
    if (order) order.value = [...list.children].map(row => (row as HTMLElement).dataset.value).join(',')
    form.dispatchEvent(new Event('change', { bubbles: true }))
  })
  form.addEventListener('refreshed', showHandles)
  enableSaveOnceChanged(form)
}

/** Leaving with unsaved changes asks first. What only changes the preview does not need saving. */
function enableSaveOnceChanged(form: HTMLFormElement) {
  const save = document.querySelector<HTMLButtonElement>('button[form="widget"]')
  if (!save) return
  const previewOnly = ['stage', 'page', 'pageColour', 'grinder']
  const settings = () => JSON.stringify([...new FormData(form)].filter(([name]) => !previewOnly.includes(name)))
  const saved = save.dataset.changed === undefined ? settings() : undefined
  const check = () => {
    save.disabled = settings() === saved
  }
  check()
  for (const event of ['input', 'change', 'click', 'refreshed']) form.addEventListener(event, check)
  let isSaving = false
  form.addEventListener('submit', ({ submitter }) => {
    isSaving = submitter === save
  })
  addEventListener('beforeunload', event => {
    if (!save.disabled && !isSaving) event.preventDefault()
  })
}
