// Runs before first paint to avoid a white flash in dark theme.
;(function () {
  var chosen = null
  try {
    chosen = localStorage.getItem('theme')
  } catch {}
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
