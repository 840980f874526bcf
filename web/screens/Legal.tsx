import { Link } from '@tanstack/react-router'
import { legalSections } from '#web/features/legal/legalSections.tsx'
import { PublicPage } from '#web/shell/PublicPage.tsx'
import { aloneLinkClass } from '#web/ui/linkClass.ts'

export function Legal() {
  return (
    <PublicPage title="Help and Legal">
      <h1 className="text-2xl font-bold">Help and Legal</h1>
      <p className="mt-2 text-lg text-ink-2">
        Venire is a platform for trial teams that runs on your own machines: from the video of a voir dire to a
        transcript, its speakers, and findings that point to words and seconds.
      </p>
      <nav aria-label="On this page" className="mt-4 print:hidden">
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {legalSections.map((section) => (
            <li key={section.anchor}>
              <Link to="/legal" hash={section.anchor} className={aloneLinkClass}>
                {section.title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {legalSections.map((section) => (
        <section key={section.anchor} id={section.anchor} className="mt-8">
          <h2 className="mb-2 text-xl font-bold">{section.title}</h2>
          <div className="grid gap-2 text-lg text-ink-2">{section.content}</div>
        </section>
      ))}
    </PublicPage>
  )
}
