import { forgetBrews, keptBrews, type TimerView } from './kept-brews.ts'

// Offers to go back to a brew that was started on another page and is not logged yet.
const ownTimer = document.querySelector<HTMLElement>('brew-timer')
const here = ownTimer?.dataset.brew ? (JSON.parse(ownTimer.dataset.brew) as TimerView).key : undefined
const brew = keptBrews().find(({ view }) => view.key !== here)

if (brew) {
  const { isDone, view, href } = brew
  const notice = document.createElement('div')
  notice.className = 'notice kept-brew'
  const words = notice.appendChild(document.createElement('p'))
  words.textContent = isDone ? `You haven’t logged ${view.title} yet.` : `${view.title} is still brewing.`
  const link = notice.appendChild(document.createElement('a'))
  link.className = 'button small'
  link.href = isDone ? view.logHref : `${href}#timer`
  link.textContent = isDone ? 'Log it' : 'Resume'
  const discard = notice.appendChild(document.createElement('button'))
  discard.className = 'bare'
  discard.textContent = '×'
  discard.setAttribute('aria-label', 'Discard this brew')
  discard.addEventListener('click', () => {
    if (!confirm('Discard this brew? It isn’t logged yet.')) return
    forgetBrews(one => one.view.key === view.key)
    notice.remove()
  })
  document.querySelector('main')?.prepend(notice)
}
