import type { ReactNode } from 'react'
import { Marked } from '#web/ui/kit.ts'
import type { LegalBlock, LegalSection } from './legalSections.ts'

export const listTexts = ({ title, blocks }: LegalSection): string[] => [
  title,
  ...blocks.flatMap(({ heading = '', text = [], list = [] }) => [heading, ...text, ...list]),
]

type LegalArticleProps = { section: LegalSection; words: readonly string[]; children?: ReactNode }

export function LegalArticle({ section: { anchor, title, blocks }, words, children }: LegalArticleProps) {
  return (
    <section id={anchor} aria-labelledby={`${anchor}-title`} className="mt-10">
      <h2 id={`${anchor}-title`} className="text-xl font-bold print:break-after-avoid">
        <Marked text={title} words={words} />
      </h2>
      {blocks.map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- blocks never change order
        <Block key={index} block={block} words={words} />
      ))}
      {children && <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">{children}</div>}
    </section>
  )
}

function Block({ block: { heading, text = [], list = [] }, words }: { block: LegalBlock; words: readonly string[] }) {
  return (
    <div className="mt-2 grid gap-2 text-lg text-ink-2">
      {heading && (
        <h3 className="mt-2 font-bold text-ink print:break-after-avoid">
          <Marked text={heading} words={words} />
        </h3>
      )}
      {text.map((paragraph) => (
        <p key={paragraph}>
          <Marked text={paragraph} words={words} />
        </p>
      ))}
      {list.length > 0 && (
        <ul className="grid list-disc gap-2 pl-6">
          {list.map((item) => (
            <li key={item}>
              <Marked text={item} words={words} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
