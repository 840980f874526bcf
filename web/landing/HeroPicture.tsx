import { hero } from './content.ts'

const width = 1024
const height = 721
const sizes = '(width >= 64rem) 36rem, calc(100vw - 2rem)'
// The URLs are relative to index.html, where the build looks for assets.
const of = (theme: 'light' | 'dark') =>
  `./landing/assets/review-${theme}-640.webp 640w, ./landing/assets/review-${theme}-1024.webp ${width}w`

export function HeroPicture() {
  return (
    <figure>
      <picture>
        <source data-dark="" media="(prefers-color-scheme: dark)" srcSet={of('dark')} sizes={sizes} />
        <img
          src="./landing/assets/review-light-1024.webp"
          srcSet={of('light')}
          sizes={sizes}
          width={width}
          height={height}
          alt={hero.picture}
          fetchPriority="high"
          className="h-auto w-full rounded-dialog border border-line bg-surface-2"
        />
      </picture>
      <figcaption className="mt-2 text-sm text-ink-3">
        The review room with the sample recording (synthetic voices, fictional people).
      </figcaption>
    </figure>
  )
}
