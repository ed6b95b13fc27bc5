// Runs the real widget in a frame of ours, with these differences: the visitor's grinder is the one
// that the page names, nothing is stored or tracked, and temperatures are in the unit that the reader chose on our
// site, and the reply of the service, the page behind the widget and where its links lead may be given.
{
  const host = document.querySelector('[data-service-widget]')
  const { embed, coffees, method, grinder, leadsTo, background, unit } = JSON.parse(host.dataset.preview)
  host.dataset.serviceOrigin = self.origin
  if (background) document.body.style.background = background
  // In English, the widget takes the unit of temperatures from the browser's language.
  Object.defineProperty(navigator, 'language', { value: unit === 'F' ? 'en-US' : 'en-GB' })
  const ask = self.fetch.bind(self)
  self.fetch = async (address, options) => {
    if (options.method === 'POST') return new Response()
    if (!address.includes('/api/embed/recipes/')) return ask(address, options)
    if (method) host.shadowRoot.querySelector('dialin-recipes').method = method
    if (embed) return Response.json(embed)
    const reply = await ask(address, options)
    if (!reply.ok || !coffees) return reply
    const shown = await reply.json()
    for (const { coffee } of shown.recipes) Object.assign(coffee, coffees[coffee.slug])
    return Response.json(shown)
  }
  const kept = { getItem: () => JSON.stringify(grinder), setItem: () => {}, removeItem: () => {} }
  Object.defineProperty(self, 'localStorage', { value: kept })
  // The links of a recipe that is not saved would lead nowhere.
  addEventListener('click', event => {
    const link = event.composedPath().find(({ localName }) => localName === 'a')
    if (!link || leadsTo === undefined || link.matches('.powered')) return
    event.preventDefault()
    if (leadsTo) open(leadsTo, '_blank', 'noopener')
  })
  new ResizeObserver(() => {
    const { width, height } = host.getBoundingClientRect()
    parent.postMessage({ type: 'dialin:size', width: Math.round(width), height: Math.round(height) }, '*')
  }).observe(host)
}
