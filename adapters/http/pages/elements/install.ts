// After the page has loaded: makes opened pages available offline and the site installable.
if ('serviceWorker' in navigator) {
  const { serviceWorker } = navigator
  // A person's first page, often opened from a bag, was loaded before the worker existed, so the
  // worker must be told about it. The worker may have taken over by now; the navigation entry tells
  // whether it served the page.
  const [came] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isSeen = came !== undefined && came.workerStart > 0
  addEventListener('load', async () => {
    const registered = await serviceWorker.register('/service-worker.js').catch(() => undefined)
    if (registered && !isSeen) (await serviceWorker.ready).active?.postMessage('keep this page')
  })
}
