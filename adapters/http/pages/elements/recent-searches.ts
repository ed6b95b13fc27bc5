const KEY = 'dialin-searches'
const MOST = 5

/** The last searches, newest first. They stay in this browser; signing out deletes them. */
function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(one => typeof one === 'string').slice(0, MOST) : []
  } catch {
    // The browser allows no storage, or something else wrote there.
    return []
  }
}

export function rememberSearch(text: string) {
  const search = text.trim()
  if (search !== '') store([search, ...recentSearches().filter(one => one.toLowerCase() !== search.toLowerCase())])
}

const forgetSearches = () => store([])

function store(searches: readonly string[]) {
  try {
    localStorage.setItem(KEY, JSON.stringify(searches.slice(0, MOST)))
  } catch {
    // Without storage, there is nothing to remember.
  }
}

/** A list of the recent searches as links, with a button that clears it; nothing if there are none. */
export function recentList(): HTMLElement[] {
  const searches = recentSearches()
  if (searches.length === 0) return []
  const section = document.createElement('section')
  section.className = 'hits recent'
  section.setAttribute('aria-labelledby', 'recent-searches')
  section.innerHTML =
    '<h2 id="recent-searches">Recent searches</h2><button type="button" class="aside">Clear</button><ul></ul>'
  section.querySelector('button')?.addEventListener('click', () => {
    forgetSearches()
    section.remove()
    document.querySelector<HTMLInputElement>(':is(.palette, .search-page) input[name="q"]')?.focus()
  })
  for (const search of searches) {
    const link = document.createElement('a')
    link.className = 'hit'
    link.href = `/search?${new URLSearchParams({ q: search })}`
    link.dataset.again = search
    link.textContent = search
    section.querySelector('ul')?.appendChild(document.createElement('li')).append(link)
  }
  return [section]
}
