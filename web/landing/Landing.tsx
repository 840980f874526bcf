import { Badge, buttonClass } from '#web/ui/kit.ts'
import { capabilities, claims, founder, hero, sampleMark, sampleNote, steps, trial } from './content.ts'
import { FindingPicture } from './FindingPicture.tsx'
import { HeroPicture } from './HeroPicture.tsx'
import { LandingFooter, LandingHeader } from './LandingFrame.tsx'
import { Testimonials } from './Testimonials.tsx'

const sectionClass = 'mx-auto max-w-6xl px-4 py-12 md:px-6'

/**
 * Prerendered at build time, so it has no state. `main.ts` adds the behavior. `data-open` is the name of the dialog to
 * open.
 */
export function Landing() {
  return (
    <>
      <LandingHeader />
      <main id="main">
        <section className="mx-auto grid max-w-6xl items-center gap-8 px-4 py-10 md:px-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:py-16">
          <div>
            <h1 className="text-2xl font-bold text-balance md:text-3xl">{hero.title}</h1>
            <p className="mt-4 max-w-prose text-lg text-ink-2">{hero.text}</p>
            <Calls className="mt-6" />
            <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
              {trial.map((each) => (
                <span key={each}>{each}</span>
              ))}
            </p>
            <p className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
              <Badge tone="warning">{sampleMark}</Badge> {sampleNote}
            </p>
          </div>
          <HeroPicture />
        </section>

        <section aria-labelledby="capabilities" className="border-y border-line bg-surface">
          <div className={sectionClass}>
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

        <section aria-labelledby="how-it-works" className={sectionClass}>
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

        <section aria-labelledby="evidence" className="border-y border-line bg-surface">
          <div className="mx-auto grid max-w-6xl items-center gap-8 px-4 py-12 md:px-6 lg:grid-cols-2">
            <div>
              <h2 id="evidence" className="text-2xl font-bold">
                Every finding is backed by a quote
              </h2>
              <p className="mt-3 max-w-prose text-lg text-ink-2">
                A finding quotes the juror and the question, explains why it was flagged, and plays from that moment. It
                stays a suggestion until a person confirms it. Its measured accuracy, including where it misses our
                targets, is published in the documentation.
              </p>
              <p className="mt-4">
                <a href="/legal#measured" className={buttonClass()}>
                  See the results
                </a>
              </p>
            </div>
            <FindingPicture />
          </div>
        </section>

        <section aria-labelledby="claims" className={sectionClass}>
          <h2 id="claims" className="text-2xl font-bold">
            Results teams report
          </h2>
          <p className="mt-2 text-lg text-ink-2">Illustrative figures, not measurements.</p>
          <dl className="mt-6 gap-4 flex flex-wrap">
            {claims.map(({ figure, what }) => (
              <div
                key={what}
                className="flex flex-[1_1_9rem] flex-col-reverse justify-end rounded-card border border-line bg-surface p-5 sm:flex-[1_1_30%] lg:flex-1"
              >
                <dt className="text-ink-2">{what}</dt>
                <dd className="tabular text-2xl font-bold">{figure}</dd>
              </div>
            ))}
          </dl>
        </section>

        <section aria-labelledby="people" className="border-y border-line bg-surface">
          <div className="mx-auto grid max-w-6xl gap-10 px-4 py-12 md:px-6 lg:grid-cols-2">
            <div>
              <h2 id="people" className="text-2xl font-bold">
                The founder
              </h2>
              {founder.text.map((paragraph) => (
                <p key={paragraph} className="mt-3 max-w-prose text-lg text-ink-2">
                  {paragraph}
                </p>
              ))}
              <p className="mt-3 font-medium">{founder.role}</p>
            </div>
            <Testimonials />
          </div>
        </section>

        <section className={sectionClass}>
          <div className="flex flex-wrap items-center justify-between gap-4">
            <div>
              <h2 className="text-xl font-bold">It runs on your own machine</h2>
              <p className="mt-1 text-lg text-ink-2">Juror videos stay there unless the operator decides otherwise.</p>
            </div>
            <Calls />
          </div>
        </section>
      </main>
      <LandingFooter />
    </>
  )
}

function Calls({ className = '' }: { className?: string }) {
  return (
    <div className={`flex flex-wrap gap-3 ${className}`}>
      <a href="/dashboard" data-trial="" className={buttonClass({ variant: 'primary' })}>
        Start Free Trial
      </a>
      <button type="button" data-open="review" className={buttonClass()}>
        Watch Demo
      </button>
      <button type="button" data-open="contact" className={buttonClass()}>
        Schedule Live Demo
      </button>
    </div>
  )
}
