import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { ContactForm, guides } from '#web/features/help/index.ts'
import { LegalArticle, legalSections, MeasuredFigures, listTexts } from '#web/features/legal/index.ts'
import { containsWords, splitWords } from '#web/platform/index.ts'
import { PageSearch, PublicPage } from '#web/shell/index.ts'
import { aloneLinkClass, Button, buttonClass } from '#web/ui/kit.ts'
import { useAnchor } from './useAnchor.ts'

export function Legal() {
  const [query, setQuery] = useState('')
  const { hash } = useLocation()
  useAnchor(hash)
  const words = splitWords(query)
  const found = legalSections.filter((section) => containsWords(listTexts(section), words))
  return (
    <PublicPage
      title="Help and legal"
      summary="Help, contact, documentation, privacy, terms, disclaimers, recording duty, data processing, and accessibility, in plain language on one page."
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h1 className="text-2xl font-bold">Help and legal</h1>
        <Button className="print:hidden" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <p className="mt-2 text-lg text-ink-2">
        Venire is a self-hosted platform for trial teams. It turns voir dire video into a transcript with named speakers
        and findings linked to the exact words and time.
      </p>
      <PageSearch
        label="Search this page"
        query={query}
        onQuery={setQuery}
        found={found.length}
        of={legalSections.length}
      />
      <nav aria-label="On this page" className="mt-4 print:hidden">
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {found.map((section) => (
            <li key={section.anchor}>
              <Link to="/legal" hash={section.anchor} className={aloneLinkClass}>
                {section.title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {found.map((section) => (
        <LegalArticle key={section.anchor} section={section} words={words}>
          {extras[section.anchor]}
        </LegalArticle>
      ))}
    </PublicPage>
  )
}

const extras: Readonly<Record<string, React.ReactNode>> = {
  help: (
    <>
      <ul className="grid gap-1 sm:grid-cols-2">
        {guides.map((guide) => (
          <li key={guide.anchor}>
            <Link to="/help" hash={guide.anchor} className={aloneLinkClass}>
              {guide.title}
            </Link>
          </li>
        ))}
      </ul>
      <p className="print:hidden">
        <Link to="/help" className={buttonClass({ variant: 'primary' })}>
          Open the Help Center
        </Link>
      </p>
    </>
  ),
  contact: <ContactForm kind="support" submitLabel="Send request" />,
  docs: <MeasuredFigures />,
  'legal-inquiries': <ContactForm kind="legal" submitLabel="Send inquiry" />,
}
