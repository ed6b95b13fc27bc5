import './new-link.js'

const address = '/api/user/notification-preferences'
const form = document.querySelector('#notifications')
const status = form.querySelector('[role=status]')

const reply = await fetch(address)
if (reply.ok) show((await reply.json()).preferences)
else document.querySelector('#new-link').hidden = false

function show(preferences) {
  for (const box of form.querySelectorAll('input')) {
    box.checked = preferences[box.name]
    box.addEventListener('change', () => save(box))
  }
  form.hidden = false
}

async function save(box) {
  box.disabled = true
  try {
    const saved = await fetch(address, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ [box.name]: box.checked }),
    })
    if (!saved.ok) throw new Error((await saved.json()).error)
    status.textContent = 'Saved.'
  } catch (error) {
    box.checked = !box.checked
    status.textContent = `Not saved: ${error.message}`
  }
  box.disabled = false
  box.focus()
}
