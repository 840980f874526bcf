// Runs before the first paint, so that a dark screen never flashes white. The application keeps the choice under `theme`.
;(function () {
  var chosen = null
  try {
    chosen = localStorage.getItem('theme')
  } catch {}
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
