// Once the page is there: what was opened stays readable without a network, and the site can be installed.
if ('serviceWorker' in navigator) {
  const { serviceWorker } = navigator
  // Somebody's first page, often from a bag, comes before the worker, which has to be told of it.
  const isSeen = serviceWorker.controller !== null
  addEventListener('load', async () => {
    const registered = await serviceWorker.register('/service-worker.js').catch(() => undefined)
    if (registered && !isSeen) (await serviceWorker.ready).active?.postMessage('keep this page')
  })
}
