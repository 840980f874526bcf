import { hero } from './content.ts'

const width = 1024
const height = 721
/** The widest it is drawn: half of the page's 72 rem. */
const sizes = '(width >= 64rem) 36rem, calc(100vw - 2rem)'
// From index.html, where the build finds them and gives them their final names.
const of = (theme: 'light' | 'dark') =>
  `./landing/assets/review-${theme}-640.webp 640w, ./landing/assets/review-${theme}-1024.webp ${width}w`

/** The largest thing of the first screen: sized, asked for first, one file a theme (`main.ts` follows a chosen theme). */
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
        The review room with the sample recording: synthetic voices, invented people.
      </figcaption>
    </figure>
  )
}
