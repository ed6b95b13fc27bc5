const search = document.querySelector('#find')
const status = document.querySelector('nav [role=status]')
const groups = [...document.querySelectorAll('nav details details')]
const links = [...document.querySelectorAll('nav li a')].map(link => {
  const article = document.getElementById(link.hash.slice(1))
  const text = `${link.textContent} ${article.querySelector('p').textContent}`.toLowerCase()
  return { link, article, text }
})

/** Shows the endpoints that contain every typed word. */
function find() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  let found = 0
  for (const { link, article, text } of links) {
    const fits = words.every(word => text.includes(word))
    link.parentElement.hidden = article.hidden = !fits
    if (fits) found++
  }
  for (const section of document.querySelectorAll('main section'))
    section.hidden = words.length > 0 && !section.querySelector('article:not([hidden])')
  for (const group of groups) {
    const shown = group.querySelectorAll('li:not([hidden])').length
    group.querySelector('summary span').textContent = shown
    group.hidden = shown === 0
    group.open = words.length > 0 && !group.hidden
  }
  status.textContent = words.length > 0 ? `${found} of ${links.length} endpoints` : `${links.length} endpoints`
}
search.addEventListener('input', find)
search.form.addEventListener('submit', event => {
  event.preventDefault()
  links.find(({ article }) => !article.hidden)?.link.click()
})

/** Marks the current section, and shows a link's target even if a search had hidden it. */
function arrive() {
  const target = document.getElementById(location.hash.slice(1))
  if (target?.closest('[hidden]')) {
    search.value = ''
    find()
    target.scrollIntoView()
  }
  for (const { link, article } of links) {
    if (article !== target) link.removeAttribute('aria-current')
    else {
      link.setAttribute('aria-current', 'true')
      link.closest('details').open = true
    }
  }
}
addEventListener('hashchange', arrive)
arrive()

for (const code of navigator.clipboard ? document.querySelectorAll('pre:not(.answer pre)') : []) {
  const text = code.textContent
  const endpoint = code.closest('article')?.querySelector('h3').textContent ?? 'this example'
  const button = document.createElement('button')
  const name = (word, label) => {
    button.textContent = word
    button.ariaLabel = label
  }
  name('Copy', `Copy the request to ${endpoint}`)
  button.type = 'button'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text)
    name('Copied', 'Copied')
    setTimeout(name, 2000, 'Copy', `Copy the request to ${endpoint}`)
  })
  code.append(button)
}

/**
 * docs.css lays out endpoints only when they come near, and estimates their height by their fields
 * and replies until then. This lays out the others while the page is idle, so that nothing jumps
 * for a reader who scrolls fast.
 */
const unseen = links.map(({ article }) => article)
const isNarrow = innerWidth < 640
for (const { style, children } of unseen) {
  const rows = name =>
    [...children].reduce(
      (sum, { classList, childElementCount }) => sum + (classList.contains(name) ? childElementCount : 0),
      0,
    )
  const height = isNarrow
    ? 276 + 60 * rows('fields') + 107 * rows('replies')
    : 260 + 50 * rows('fields') + 69 * rows('replies')
  style.containIntrinsicBlockSize = `auto ${height}px`
}
const whenIdle = globalThis.requestIdleCallback ?? (work => setTimeout(work, 50, { timeRemaining: () => 0 }))
whenIdle(function layOut(idle) {
  do {
    const article = unseen.shift()
    article.classList.add('laid-out')
    // Reading the height forces the layout.
    article.getBoundingClientRect()
  } while (unseen.length > 0 && idle.timeRemaining() > 5)
  if (unseen.length > 0) whenIdle(layOut)
})
