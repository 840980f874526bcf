import { chooseTheme, useTheme } from '#web/platform/theme.ts'
import { Brand } from '#web/shell/Brand.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { capabilities, footerColumns, steps } from './content.ts'
import { FindingPicture } from './FindingPicture.tsx'

export function Landing() {
  return (
    <>
      <LandingHeader />
      <main id="main">
        <section className="mx-auto grid max-w-6xl items-center gap-8 px-4 py-12 md:px-6 lg:grid-cols-2 lg:py-20">
          <div>
            <h1 className="text-2xl font-bold text-balance md:text-3xl">
              From the video of a voir dire to strikes that stand on the record
            </h1>
            <p className="mt-4 max-w-prose text-lg text-ink-2">
              Venire helps attorneys, paralegals and jury consultants prepare for trial and select juries: it writes
              down who said what, marks what may matter, and ties every finding to the words and the second it came
              from.
            </p>
            <div className="mt-6 flex flex-wrap gap-3">
              <a href="/dashboard" className={buttonClass({ variant: 'primary' })}>
                Start Free Trial
              </a>
              <a href="#how-it-works" className={buttonClass()}>
                See How It Works
              </a>
            </div>
          </div>
          <FindingPicture />
        </section>

        <section aria-labelledby="capabilities" className="border-y border-line bg-surface">
          <div className="mx-auto max-w-6xl px-4 py-12 md:px-6">
            <h2 id="capabilities" className="text-2xl font-bold">
              What it does
            </h2>
            <ul className="mt-6 grid gap-4 sm:grid-cols-2">
              {capabilities.map((each) => (
                <li key={each.title} className="rounded-card border border-line bg-bg p-5">
                  <h3 className="text-lg font-bold">{each.title}</h3>
                  <p className="mt-1 text-lg text-ink-2">{each.text}</p>
                </li>
              ))}
            </ul>
          </div>
        </section>

        <section aria-labelledby="how-it-works" className="mx-auto max-w-6xl px-4 py-12 md:px-6">
          <h2 id="how-it-works" className="text-2xl font-bold">
            How it works
          </h2>
          <ol className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
            {steps.map((step, index) => (
              <li key={step.title} className="rounded-card border border-line bg-surface p-5">
                <p className="tabular flex items-center justify-between text-sm text-ink-3">
                  <span>
                    Step {index + 1} of {steps.length}
                  </span>
                  <Badge tone="accent">{step.minutes} minutes</Badge>
                </p>
                <h3 className="mt-3 text-lg font-bold">{step.title}</h3>
                <p className="mt-1 text-ink-2">{step.text}</p>
              </li>
            ))}
          </ol>
        </section>

        <section className="border-t border-line bg-surface">
          <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-4 px-4 py-10 md:px-6">
            <div>
              <h2 className="text-xl font-bold">It runs on your own machine</h2>
              <p className="mt-1 text-lg text-ink-2">
                Videos of jurors stay there unless its operator decides otherwise.
              </p>
            </div>
            <a href="/dashboard" className={buttonClass({ variant: 'primary' })}>
              Start Free Trial
            </a>
          </div>
        </section>
      </main>
      <LandingFooter />
    </>
  )
}

function LandingHeader() {
  const isDark = useTheme() === 'dark'
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-surface">
      <div className="mx-auto flex min-h-14 max-w-6xl flex-wrap items-center gap-x-3 px-4 md:px-6">
        <Brand />
        <Badge tone="success">
          <span aria-hidden="true">●</span> Live Platform
        </Badge>
        <div className="ml-auto flex items-center gap-2">
          <Button variant="quiet" className="max-sm:hidden" onClick={() => chooseTheme(isDark ? 'light' : 'dark')}>
            {isDark ? 'Light theme' : 'Dark theme'}
          </Button>
          <a href="/dashboard" className={buttonClass()}>
            Enter Platform
          </a>
        </div>
      </div>
    </header>
  )
}

function LandingFooter() {
  return (
    <footer className="border-t border-line bg-surface-2">
      <div className="mx-auto grid max-w-6xl gap-6 px-4 py-10 sm:grid-cols-2 md:px-6 lg:grid-cols-4">
        <div>
          <Brand />
          <p className="mt-2 text-ink-2">What the machine finds is a suggestion until a person confirms it.</p>
        </div>
        {footerColumns.map((column) => (
          <nav key={column.title} aria-label={column.title}>
            <h2 className="text-base font-bold">{column.title}</h2>
            <ul className="mt-2 grid gap-1">
              {column.links.map((link) => (
                <li key={link.label}>
                  <a
                    href={link.href}
                    className="inline-flex min-h-6 items-center rounded-mark text-ink-2 hover:text-ink hover:underline touch:min-h-11"
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
