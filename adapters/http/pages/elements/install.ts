// Once the page is there: what was opened stays readable without a network, and the site can be installed.
if ('serviceWorker' in navigator)
  addEventListener('load', () => {
    navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
  })
