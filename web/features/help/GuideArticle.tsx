import { useTheme, type Theme } from '#web/platform/page/theme.ts'
import { Marked } from '#web/ui/kit.ts'
import type { Guide } from './guides.ts'

export function GuideArticle({ guide, words }: { guide: Guide; words: readonly string[] }) {
  const theme = useTheme()
  const { anchor, title, goal, steps, notes, picture } = guide
  return (
    <article id={anchor} aria-labelledby={`${anchor}-title`} className="mt-10 break-inside-avoid-page">
      <h2 id={`${anchor}-title`} className="text-xl font-bold">
        <Marked text={title} words={words} />
      </h2>
      <p className="mt-1 text-lg text-ink-2">
        <Marked text={goal} words={words} />
      </p>
      <ol className="mt-3 grid list-decimal gap-2 pl-6 text-lg">
        {steps.map((step) => (
          <li key={step}>
            <Marked text={step} words={words} />
          </li>
        ))}
      </ol>
      {notes?.map((note) => (
        <p key={note} className="mt-3 border-l-4 border-line-strong pl-3 text-lg text-ink-2">
          <Marked text={note} words={words} />
        </p>
      ))}
      {picture && (
        <img
          src={pictureUrl(picture.name, theme)}
          {...pictureSize(picture.name)}
          alt={picture.alt}
          loading="lazy"
          className="mt-4 h-auto w-full rounded-card border border-line bg-surface-2 print:max-w-md"
        />
      )}
    </article>
  )
}

const files = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' })

const pictureSize = (name: string) => ({ width: 960, height: name === 'courtroom' ? 600 : 676 })

function pictureUrl(name: string, theme: Theme): string {
  const url = files[`./pictures/${name}-${theme}.webp`]
  if (!url) throw new Error(`Missing screenshot ${name} for the ${theme} theme. Run node tools/pictures.ts.`)
  return url
}
