import { Brand } from '#web/shell/navigation/Header.tsx'
import { Badge, buttonClass } from '#web/ui/kit.ts'
import { footerColumns } from './content.ts'

export function LandingHeader() {
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-surface">
      <div className="mx-auto flex min-h-14 max-w-6xl flex-wrap items-center gap-x-3 px-4 md:px-6">
        <Brand />
        <Badge tone="success">
          <span aria-hidden="true">●</span> Live platform
        </Badge>
        <div className="ml-auto flex items-center gap-2">
          <button type="button" data-theme-toggle="" className={`max-sm:hidden ${buttonClass({ variant: 'quiet' })}`}>
            {/* CSS shows the right label, so the layout doesn't shift when the script loads. */}
            <span className="in-data-[theme=dark]:hidden">Dark theme</span>
            <span className="not-in-data-[theme=dark]:hidden">Light theme</span>
          </button>
          <a href="/dashboard" className={buttonClass()}>
            Enter Platform
          </a>
        </div>
      </div>
    </header>
  )
}

export function LandingFooter() {
  return (
    <footer className="border-t border-line bg-surface-2">
      <div className="mx-auto grid max-w-6xl grid-cols-2 gap-6 px-4 py-10 sm:grid-cols-3 md:px-6 lg:grid-cols-4">
        <div className="col-span-full lg:col-span-1">
          <Brand />
          <p className="mt-2 text-ink-2">Machine findings are suggestions until a person confirms them.</p>
        </div>
        {footerColumns.map((column) => (
          <nav key={column.title} aria-label={column.title}>
            <h2 className="text-base font-bold">{column.title}</h2>
            <ul className="mt-2 grid gap-1">
              {column.links.map((link) => (
                <li key={link.label}>
                  <a
                    href={link.href}
                    className="inline-flex min-h-6 items-center rounded-mark text-ink-2 hover:text-ink hover:underline touch:min-h-11 touch:min-w-11"
                  >
                    {link.label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  )
}
