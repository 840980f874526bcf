import { buttonClass } from '#web/ui/kit.ts'
import { testimonials } from './content.ts'

export function Testimonials() {
  return (
    <section data-rotation="" aria-roledescription="carousel" aria-label="What people say">
      <h2 className="text-2xl font-bold">What people say</h2>
      <div data-slides="" className="mt-3 grid">
        {testimonials.map(({ quote, role }, index) => (
          <figure
            key={role}
            data-slide=""
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${testimonials.length}`}
            className="col-start-1 row-start-1 rounded-dialog border border-line bg-bg p-5 transition-opacity duration-200 not-data-shown:invisible not-data-shown:opacity-0"
            {...(index === 0 && { 'data-shown': '' })}
          >
            <blockquote className="text-lg">“{quote}”</blockquote>
            <figcaption className="mt-3 text-ink-2">{role}</figcaption>
          </figure>
        ))}
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <button type="button" data-step="-1" className={buttonClass()}>
          Previous
        </button>
        <button type="button" data-pause="" className={buttonClass()}>
          {/* Both words are in one grid cell, so the button keeps its width. */}
          <span className="grid">
            <span data-pause-word="" className="col-start-1 row-start-1">
              Pause
            </span>
            <span data-play-word="" className="invisible col-start-1 row-start-1">
              Play
            </span>
          </span>
        </button>
        <button type="button" data-step="1" className={buttonClass()}>
          Next
        </button>
      </div>
    </section>
  )
}
