import { SeverityMark } from '#web/ui/SeverityMark.tsx'

const lines = [
  { at: '00:12:11', who: 'Counsel', text: 'Would that affect how you look at the officers’ testimony?' },
  {
    at: '00:12:16',
    who: 'Juror 7',
    text: 'Honestly, I would lean toward the police. My brother is a deputy.',
    isFound: true,
  },
  { at: '00:12:24', who: 'Counsel', text: 'Could you set that aside?' },
  { at: '00:12:31', who: 'Juror 7', text: 'I would try. I can’t promise it.' },
] as const

/** What a finding looks like in the product, drawn in place of a screenshot so that it follows the theme. */
export function FindingPicture() {
  return (
    <figure className="rounded-dialog border border-line bg-surface p-4">
      <ol className="grid gap-1">
        {lines.map((line) => (
          <li
            key={line.at}
            className={
              'isFound' in line
                ? 'grid gap-x-3 rounded-mark border-l-4 border-accent bg-accent-soft px-3 py-2 sm:grid-cols-[5rem_4rem_1fr]'
                : 'grid gap-x-3 border-l-4 border-transparent px-3 py-2 sm:grid-cols-[5rem_4rem_1fr]'
            }
          >
            <span className="tabular text-ink-3">{line.at}</span>
            <span className="text-ink-2">{line.who}</span>
            <span>{line.text}</span>
          </li>
        ))}
      </ol>
      <div className="mt-3 rounded-card border border-dashed border-line-strong p-3">
        <p className="flex flex-wrap items-center gap-2">
          <SeverityMark level="high" />
          <span className="font-medium">Bias indicator</span>
          <span className="tabular text-ink-3">00:12:16</span>
        </p>
        <p className="mt-1 text-ink-2">
          “I would lean toward the police”: a leaning toward one side, in the juror’s own words.
        </p>
      </div>
      <figcaption className="mt-3 text-sm text-ink-3">A finding and the words it rests on. Sample content.</figcaption>
    </figure>
  )
}
