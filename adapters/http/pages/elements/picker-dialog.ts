import { html, render, svg } from 'lit'
import type { GrinderChoice } from '../../../design/dial/mini.ts'
import { loadGrinders } from './picker-list.ts'
import { firstMatch, type Option, optionsFor, type PickerView, pickerView } from './picker-view.ts'

const litPen = { html, svg }

interface PickerOpening {
  /** The dialog is put inside this element. */
  anchor: HTMLElement
  /** Where it appears, and what gets the focus back. */
  opener: HTMLElement
  title: string
  chosen: string
  /** The text of the row that chooses none, if that is possible. */
  without?: string
  known: GrinderChoice[]
  take: (slug: string) => void
}

/** A sheet on phones; otherwise a popover below its field. */
const smallScreen = matchMedia('(max-width: 599px)')

/** Opens the picker; Escape, and a press elsewhere, close it again without a choice. */
export function openPicker({ anchor, opener, title, chosen, without, known, take }: PickerOpening) {
  const dialog = document.createElement('dialog')
  dialog.className = 'picker'
  dialog.setAttribute('aria-label', title)
  anchor.append(dialog)
  let view: PickerView = {
    title,
    all: known,
    yours: [],
    typed: '',
    chosen,
    active: chosen || undefined,
    ...(without && { without }),
  }

  const act = {
    type: (typed: string) => show({ typed, active: firstMatch({ ...view, typed }) }),
    choose: ({ brand, slug }: Option) => {
      if (brand !== undefined) {
        act.type(brand)
        dialog.querySelector('input')?.focus()
      } else {
        close()
        if (slug !== chosen) take(slug ?? '')
      }
    },
    close: () => close(),
  }
  function show(change: Partial<PickerView> = {}) {
    view = { ...view, ...change }
    render(pickerView(litPen, view, act), dialog)
    const input = dialog.querySelector('input')
    if (input && input.value !== view.typed) input.value = view.typed
    if ('active' in change) dialog.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }
  function close() {
    if (!dialog.isConnected) return
    visualViewport?.removeEventListener('resize', aboveKeyboard)
    document.removeEventListener('pointerdown', outside, true)
    dialog.remove()
    opener.setAttribute('aria-expanded', 'false')
    opener.focus({ preventScroll: true })
  }
  const outside = ({ target }: Event) => {
    if (!dialog.contains(target as Node)) close()
  }
  // On a phone, the sheet ends above the keyboard.
  const aboveKeyboard = () => {
    dialog.style.height = smallScreen.matches && visualViewport ? `${visualViewport.height}px` : ''
  }

  for (const type of ['input', 'change', 'submit']) dialog.addEventListener(type, event => event.stopPropagation())
  dialog.addEventListener('close', close)
  dialog.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !dialog.contains(relatedTarget)) close()
  })
  dialog.addEventListener('keydown', event => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if ((event.target as Element).localName === 'input') pressed(event)
  })
  function pressed(event: KeyboardEvent) {
    const options = optionsFor(view)
    const at = options.findIndex(({ id }) => id === view.active)
    const next = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1 }[event.key]
    if (next !== undefined) show({ active: options.at(next % (options.length || 1))?.id })
    else if (event.key === 'Enter') {
      const active = options[at]
      if (active) act.choose(active)
    } else return
    event.preventDefault()
  }

  show()
  opener.setAttribute('aria-expanded', 'true')
  if (smallScreen.matches) dialog.showModal()
  else {
    dialog.show()
    place(dialog, anchor, opener)
    document.addEventListener('pointerdown', outside, true)
  }
  aboveKeyboard()
  visualViewport?.addEventListener('resize', aboveKeyboard)
  dialog.querySelector('input')?.focus()
  void loadGrinders().then(({ all, yours }) => {
    if (dialog.isConnected) show({ ...(all && { all }), yours, active: view.active })
  })
}

const POPOVER_WIDTH = 516
const MARGIN = 20

/** Over its field, within the window, and scrolled near the top if there is little room below. */
function place(dialog: HTMLDialogElement, anchor: HTMLElement, opener: HTMLElement) {
  const from = opener.getBoundingClientRect()
  const left = Math.max(MARGIN, Math.min(from.left, innerWidth - POPOVER_WIDTH - MARGIN))
  const origin = anchor === document.body ? { left: -scrollX, top: -scrollY } : anchor.getBoundingClientRect()
  dialog.style.left = `${left - origin.left}px`
  dialog.style.top = `${from.top - origin.top}px`
  dialog.style.setProperty('--field', `${Math.min(from.width, POPOVER_WIDTH)}px`)
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (dialog.getBoundingClientRect().bottom > innerHeight)
    scrollBy({ top: from.top - 80, behavior: isCalm ? 'instant' : 'smooth' })
}
