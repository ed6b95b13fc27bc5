import './grinder-picker.ts'
import './known-rows.ts'
import { readParts } from './read-parts.ts'

/**
 * Replaces only the report on the page, so that the form keeps its file between preview and import.
 */
const form = document.querySelector<HTMLFormElement>('#bring')
const report = document.querySelector<HTMLElement>('#report')
const bar = form?.querySelector('progress')
const shown = bar?.closest('p')

if (form && report && bar && shown)
  form.addEventListener('submit', event => {
    event.preventDefault()
    const buttons = [...form.querySelectorAll<HTMLButtonElement>('button.button')]
    const sending = new XMLHttpRequest()
    const underWay = (is: boolean) => {
      shown.hidden = !is
      for (const button of buttons) button.disabled = is
    }
    // If anything fails here, submit the form normally; the server may succeed or explain it
    // better.
    const address = (event.submitter as HTMLButtonElement | null)?.formAction || form.action
    const withoutScript = () => {
      form.action = address
      form.submit()
    }
    sending.open('POST', address)
    sending.responseType = 'document'
    sending.setRequestHeader('accept', 'text/html')
    sending.upload.onprogress = ({ loaded, total }) => {
      bar.value = loaded / total
    }
    // The upload is complete, and the server is working on it for an unknown time.
    sending.upload.onload = () => bar.removeAttribute('value')
    sending.onerror = withoutScript
    sending.onload = () => {
      const answer = sending.response?.querySelector('#report')
      if (!answer) return withoutScript()
      underWay(false)
      report.replaceChildren(...answer.childNodes)
      // The form still has the file, so it need not be sent twice.
      for (const unneeded of report.querySelectorAll('noscript')) unneeded.remove()
      report.focus()
      report.scrollIntoView()
    }
    underWay(true)
    void bodyOf(form).then(body => sending.send(body), withoutScript)
  })

// What was chosen here would be lost on the page that the picker leads to.
document.addEventListener(
  'click',
  event => {
    const link = event.target instanceof Element ? event.target.closest('.picker-other') : null
    const here = link?.closest('.which-grinder')?.querySelector<HTMLDetailsElement>('.its-own')
    if (!here) return
    event.preventDefault()
    here.open = true
    setTimeout(() => here.querySelector('input')?.focus())
  },
  true,
)

async function bodyOf(form: HTMLFormElement) {
  const body = new FormData(form)
  const file = body.get('file')
  if (file instanceof File) body.set('file', await readParts(file), file.name)
  return body
}
