// The widget in the editor of a recipe, as it is: only that the service's answer is what is written there, the visitor's
// grinder the one that is chosen there, and nothing is told or followed.
{
  const host = document.querySelector('[data-service-widget]')
  const { embed, method, grinder } = JSON.parse(host.dataset.preview)
  host.dataset.serviceOrigin = self.origin
  const ask = self.fetch.bind(self)
  self.fetch = async (address, options) => {
    if (options.method === 'POST') return new Response()
    if (!address.includes('/api/embed/recipes/')) return ask(address, options)
    host.shadowRoot.querySelector('dialin-recipes').method = method
    return Response.json(embed)
  }
  const kept = { getItem: () => JSON.stringify(grinder), setItem: () => {}, removeItem: () => {} }
  Object.defineProperty(self, 'localStorage', { value: kept })
  addEventListener('click', event => {
    if (event.composedPath().some(({ localName }) => localName === 'a')) event.preventDefault()
  })
}
