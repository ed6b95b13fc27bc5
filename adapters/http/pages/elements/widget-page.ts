import './copy-buttons.ts'
import './frame-height.ts'
import { live } from './live-form.ts'

const form = document.querySelector<HTMLFormElement>('#try')
if (form) live(form)
