import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { ContactForm, type Guide, GuideArticle, guides } from '#web/features/help/index.ts'
import { MeasuredFigures } from '#web/features/legal/index.ts'
import { holdsWords, splitWords } from '#web/platform/index.ts'
import { PageSearch, PublicPage } from '#web/shell/index.ts'
import { aloneLinkClass } from '#web/ui/kit.ts'
import { useAnchor } from './useAnchor.ts'

const listTexts = ({ title, goal, steps, notes = [] }: Guide) => [title, goal, ...steps, ...notes]

export function Help() {
  const [query, setQuery] = useState('')
  const { hash } = useLocation()
  useAnchor(hash)
  const words = splitWords(query)
  const found = guides.filter((guide) => holdsWords(listTexts(guide), words))
  return (
    <PublicPage
      title="Help Centre"
      summary="Guides to Venire, one a task, with pictures of the product: uploading a voir dire, reviewing findings, striking jurors, exporting and sharing."
    >
      <h1 className="text-2xl font-bold">Help Centre</h1>
      <p className="mt-2 text-lg text-ink-2">
        One guide a task. The pictures are of the product itself, with its sample: synthetic voices, invented people.
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
      {/* Who searches the guides is shown guides: the figures are no answer to any word. */}
      {words.length === 0 && (
        <section className="mt-10 grid grid-cols-[minmax(0,1fr)]" aria-label="Measured figures">
          <MeasuredFigures />
        </section>
      )}
      <section id="contact" aria-labelledby="contact-title" className="mt-10 print:hidden">
        <h2 id="contact-title" className="text-xl font-bold">
          Still stuck?
        </h2>
        <p className="mt-1 mb-4 text-lg text-ink-2">
          Ask an administrator of your firm first. What they cannot solve goes to whoever runs this installation.
        </p>
        <ContactForm kind="support" submitLabel="Send Request" />
      </section>
    </PublicPage>
  )
}
