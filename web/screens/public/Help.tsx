import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { ContactForm, type Guide, GuideArticle, guides } from '#web/features/help/index.ts'
import { MeasuredFigures } from '#web/features/legal/index.ts'
import { containsWords, splitWords } from '#web/platform/index.ts'
import { PageSearch, PublicPage } from '#web/shell/index.ts'
import { aloneLinkClass } from '#web/ui/kit.ts'
import { useAnchor } from './useAnchor.ts'

const listTexts = ({ title, goal, steps, notes = [] }: Guide) => [title, goal, ...steps, ...notes]

export function Help() {
  const [query, setQuery] = useState('')
  const { hash } = useLocation()
  useAnchor(hash)
  const words = splitWords(query)
  const found = guides.filter((guide) => containsWords(listTexts(guide), words))
  return (
    <PublicPage
      title="Help Center"
      summary="Step-by-step guides to Venire: upload a voir dire, review findings, strike jurors, and export and share your work."
    >
      <h1 className="text-2xl font-bold">Help Center</h1>
      <p className="mt-2 text-lg text-ink-2">
        Step-by-step guides. The screenshots show the built-in sample, with synthetic voices and fictional people.
      </p>
      <PageSearch label="Search the guides" query={query} onQuery={setQuery} found={found.length} of={guides.length} />
      <nav aria-label="Guides" className="mt-4 print:hidden">
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {found.map(({ anchor, title }) => (
            <li key={anchor}>
              <Link to="/help" hash={anchor} className={aloneLinkClass}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {found.map((guide) => (
        <GuideArticle key={guide.anchor} guide={guide} words={words} />
      ))}
      {words.length === 0 && (
        <section className="mt-10 grid grid-cols-[minmax(0,1fr)]" aria-label="Accuracy figures">
          <MeasuredFigures />
        </section>
      )}
      <section id="contact" aria-labelledby="contact-title" className="mt-10 print:hidden">
        <h2 id="contact-title" className="text-xl font-bold">
          Still stuck?
        </h2>
        <p className="mt-1 mb-4 text-lg text-ink-2">
          Ask your firm’s administrator first. If they can’t help, contact the operator of this installation.
        </p>
        <ContactForm kind="support" submitLabel="Send request" />
      </section>
    </PublicPage>
  )
}
