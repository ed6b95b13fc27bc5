const form = document.querySelector('#new-link')
const status = form.querySelector('[role=status]')
const button = form.querySelector('button')

form.addEventListener('submit', async event => {
  event.preventDefault()
  button.disabled = true
  status.textContent = 'Sending…'
  try {
    const reply = await fetch(form.action, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: form.elements.email.value }),
    })
    const { message, error } = await reply.json()
    status.textContent = message ?? error
  } catch {
    status.textContent = 'The service cannot be reached; check your connection and try again.'
  }
  button.disabled = false
})
