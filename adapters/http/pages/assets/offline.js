// The address is still the one that was asked for.
addEventListener('online', () => location.reload())

// From the timer: all that the log needs to know.
if (new URLSearchParams(location.search).has('doseGrams')) {
  document.querySelector('.lead').hidden = true
  document.querySelector('#brewed').hidden = false
}
