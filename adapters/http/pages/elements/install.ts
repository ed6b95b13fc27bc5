// Once the page is there: what was opened stays readable without a network, and the site can be installed.
if ('serviceWorker' in navigator) {
  const { serviceWorker } = navigator
  // A page that came before the worker, as somebody's first does, often from a bag, has to tell it of itself. By now
  // the worker may have taken over: whether it brought the page is written in how that came.
  const [came] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isSeen = came !== undefined && came.workerStart > 0
  addEventListener('load', async () => {
    const registered = await serviceWorker.register('/service-worker.js').catch(() => undefined)
    if (registered && !isSeen) (await serviceWorker.ready).active?.postMessage('keep this page')
  })
}
