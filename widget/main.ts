import { followPage, mount } from './mount.ts'
import { RecipeCard } from './recipe-card.ts'

declare global {
  interface Window {
    /** Turns every element with `data-service-widget` into a card; to be called after adding some. */
    __serviceWidgetInit?: () => void
  }
}

// The script may be on a page twice; the first one serves both.
if (!window.__serviceWidgetInit) {
  customElements.define('dialin-recipes', RecipeCard)
  window.__serviceWidgetInit = () => {
    for (const host of document.querySelectorAll<HTMLElement>('[data-service-widget]')) mount(host)
  }
  // While the page is read, an element becomes a card before it is painted, so that nothing moves below it.
  if (document.readyState === 'loading') {
    const observer = new MutationObserver(window.__serviceWidgetInit)
    observer.observe(document, { childList: true, subtree: true })
    document.addEventListener('DOMContentLoaded', () => {
      observer.disconnect()
      window.__serviceWidgetInit?.()
      followPage()
    })
  } else followPage()
}
window.__serviceWidgetInit()
