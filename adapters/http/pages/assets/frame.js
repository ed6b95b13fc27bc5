// Tells the page around the frame how high the frame should be, now and whenever that changes.
new ResizeObserver(() => {
  const height = Math.ceil(document.body.getBoundingClientRect().height)
  parent.postMessage({ type: 'dialin:height', height }, '*')
}).observe(document.body)
