import './portal.ts'
import { reorder } from './reorder.ts'

// A dropped coffee is saved at once, as if its buttons had been pressed.
reorder((list, row) => {
  const move = document.createElement('input')
  move.type = 'hidden'
  move.name = 'move'
  move.value = `${row.dataset.value} ${[...list.children].indexOf(row) + 1} higher`
  const form = list.closest('form')
  form?.append(move)
  form?.submit()
})
