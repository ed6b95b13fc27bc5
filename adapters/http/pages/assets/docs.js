const targetOf = hash => document.getElementById(decodeURIComponent(hash.slice(1)))

/**
 * Before there was a page for each group, endpoints were on the first page. Links to them continue.
 */
function arrive() {
  const target = targetOf(location.hash)
  const own = target?.matches('.index li') && target.querySelector('a')
  if (own) location.replace(own.href)
  if (target?.matches('.shapes details')) target.open = true
}
addEventListener('hashchange', arrive)
arrive()

/** Marks the endpoint that is being read. */
const entries = new Map([...document.querySelectorAll('.operations a')].map(link => [targetOf(link.hash), link]))
const reading = new IntersectionObserver(
  seen => {
    for (const { target, isIntersecting } of seen) {
      const link = entries.get(target)
      if (isIntersecting) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  },
  // A line near the top of the screen, which one endpoint crosses.
  { rootMargin: '-20% 0px -80% 0px' },
)
for (const article of entries.keys()) reading.observe(article)

/** Finds endpoints on all pages by any of their words. */
const search = document.querySelector('#find')
const status = document.querySelector('.docs-side [role=status]')
const list = document.querySelector('.found')
let all
async function rows() {
  const text = await (await fetch('/docs')).text()
  const page = new DOMParser().parseFromString(text, 'text/html')
  return [...page.querySelectorAll('.index li a')].map(link => ({ link, text: link.textContent.toLowerCase() }))
}
async function find() {
  all ??= rows()
  const known = await all
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  const found = words.length === 0 ? [] : known.filter(({ text }) => words.every(word => text.includes(word)))
  status.textContent = words.length === 0 ? '' : `${found.length} of ${known.length} endpoints`
  list.replaceChildren(
    ...found.slice(0, 12).map(({ link }) => {
      const row = document.createElement('li')
      const copy = link.cloneNode(true)
      copy.querySelector('small').remove()
      row.append(copy)
      return row
    }),
  )
}
search.addEventListener('input', find)
search.form.addEventListener('submit', event => {
  const first = list.querySelector('a')
  if (!first) return
  event.preventDefault()
  first.click()
})

for (const code of navigator.clipboard ? document.querySelectorAll('pre.request') : []) {
  const text = code.textContent
  const endpoint = code.closest('article')?.querySelector('.route a').textContent ?? 'this example'
  const method = code.closest('article')?.querySelector('.route .method').textContent ?? ''
  const label = `Copy the request to ${method} ${endpoint}`.replace('  ', ' ')
  const button = document.createElement('button')
  const name = (word, told) => {
    button.textContent = word
    button.ariaLabel = told
  }
  name('Copy', label)
  button.type = 'button'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text)
    name('Copied', 'Copied')
    setTimeout(name, 2000, 'Copy', label)
  })
  code.append(button)
}
