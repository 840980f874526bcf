import { hero } from './content.ts'

const width = 1152
const height = 1376
const sizes = '(width >= 40rem) 36rem, calc(100vw - 2rem)'
// The URLs are relative to index.html, where the build looks for assets.
const listSizes = (theme: 'light' | 'dark') =>
  `./landing/assets/triage-${theme}-576.webp 576w, ./landing/assets/triage-${theme}-1152.webp ${width}w`

export function HeroPicture() {
  return (
    <figure className="mx-auto w-full max-w-xl">
      <picture>
        <source data-dark="" media="(prefers-color-scheme: dark)" srcSet={listSizes('dark')} sizes={sizes} />
        <img
          src="./landing/assets/triage-light-1152.webp"
          srcSet={listSizes('light')}
          sizes={sizes}
          width={width}
          height={height}
          alt={hero.picture}
          fetchPriority="high"
          className="h-auto w-full rounded-dialog border border-line bg-surface-2"
        />
      </picture>
      <figcaption className="mt-2 text-sm text-ink-3">
        Findings in review, from the sample recording (synthetic voices, fictional people).
      </figcaption>
    </figure>
  )
}
