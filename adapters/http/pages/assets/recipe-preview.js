// Runs the real widget in the recipe editor, with three differences: the service's reply is the
// recipe being edited, the visitor's grinder is the one chosen in the editor, and nothing is
// tracked or opened.
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
