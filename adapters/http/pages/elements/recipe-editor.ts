import './frame-height.ts'
import { live } from './live-form.ts'
import './portal.ts'

const form = document.querySelector<HTMLFormElement>('#recipe')
if (form) live(form)
