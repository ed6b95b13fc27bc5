import './frame-height.ts'
import { live } from './live-form.ts'
import './portal.ts'

const form = document.querySelector<HTMLFormElement>('#recipe')
if (form) live(form)

// The preview shows a visitor's setting only after they have chosen a grinder.
form?.addEventListener('click', ({ target }) => {
  if ((target as HTMLInputElement).name === 'shopper')
    form.querySelector<HTMLInputElement>('[name=stage][value=after]')?.click()
})
