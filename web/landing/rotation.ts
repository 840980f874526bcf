import { rotationMs } from './content.ts'

export function startRotation(section: HTMLElement): void {
  const slides = [...section.querySelectorAll<HTMLElement>('[data-slide]')]
  const words = { pause: find(section, '[data-pause-word]'), play: find(section, '[data-play-word]') }
  let shown = 0
  let paused = matchMedia('(prefers-reduced-motion: reduce)').matches
  let held = false

  function show(next: number) {
    shown = (next + slides.length) % slides.length
    for (const [index, slide] of slides.entries()) slide.toggleAttribute('data-shown', index === shown)
  }
  function say() {
    words.pause.classList.toggle('invisible', paused)
    words.play.classList.toggle('invisible', !paused)
    find(section, '[data-slides]').setAttribute('aria-live', paused || held ? 'polite' : 'off')
  }
  const hold = (value: boolean) => () => {
    held = value
    start()
  }
  let timer: ReturnType<typeof setInterval> | undefined
  function start() {
    clearInterval(timer)
    if (!paused && !held) timer = setInterval(() => show(shown + 1), rotationMs)
    say()
  }

  find(section, '[data-pause]').addEventListener('click', () => {
    // Without this, Play would have no effect while the pointer is on the button.
    if (paused) held = false
    paused = !paused
    start()
  })
  for (const button of section.querySelectorAll<HTMLElement>('[data-step]')) {
    button.addEventListener('click', () => show(shown + Number(button.dataset['step'])))
  }
  section.addEventListener('pointerenter', hold(true))
  section.addEventListener('pointerleave', hold(false))
  section.addEventListener('focusin', hold(true))
  section.addEventListener('focusout', hold(false))
  start()
}

function find(root: HTMLElement, selector: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`Missing ${selector} in the carousel.`)
  return found
}
