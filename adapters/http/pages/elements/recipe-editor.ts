import './frame-height.ts'
import { live } from './live-form.ts'
import './portal.ts'

const form = document.querySelector<HTMLFormElement>('#recipe')
if (form) live(form)

// A setting on another grinder is seen after a grinder is chosen.
form?.addEventListener('click', ({ target }) => {
  if ((target as HTMLInputElement).name === 'shopper')
    form.querySelector<HTMLInputElement>('[name=stage][value=after]')?.click()
})
