import { SeverityMark } from '#web/ui/kit.ts'

const lines = [
  {
    at: '0:43',
    who: 'Prosecutor',
    text: '… Juror No. 12, would you believe a deputy over another witness, just because of the badge?',
  },
  {
    at: '0:56',
    who: 'Juror 12',
    text: 'Honestly, I would. My brother is a deputy. I back the blue, always have.',
    isFound: true,
  },
  { at: '1:02', who: 'Prosecutor', text: '… Could you set that aside, and follow the instruction?' },
  { at: '1:09', who: 'Juror 12', text: 'Yes. I can set it aside. I would follow the instruction.' },
] as const

export function FindingPicture() {
  return (
    <figure className="rounded-dialog border border-line bg-surface p-4">
      <ol className="grid gap-1">
        {lines.map((line) => (
          <li
            key={line.at}
            className={
              'isFound' in line
                ? 'grid grid-cols-[auto_1fr] gap-x-3 rounded-mark border-l-4 border-accent bg-accent-soft px-3 py-2 sm:grid-cols-[3rem_5rem_1fr]'
                : 'grid grid-cols-[auto_1fr] gap-x-3 border-l-4 border-transparent px-3 py-2 sm:grid-cols-[3rem_5rem_1fr]'
            }
          >
            <span className={'isFound' in line ? 'tabular text-ink-2' : 'tabular text-ink-3'}>{line.at}</span>
            <span className="text-ink-2">{line.who}</span>
            <span className="col-span-full sm:col-span-1">{line.text}</span>
          </li>
        ))}
      </ol>
      <div className="mt-3 rounded-card border border-dashed border-line-strong p-3">
        <p className="flex flex-wrap items-center gap-2">
          <SeverityMark level="medium" />
          <span className="font-medium">Bias indicator</span>
          <span className="tabular text-ink-3">0:56</span>
        </p>
        <p className="mt-1 text-ink-2">The juror would favor police or government witnesses: “back the blue.”</p>
      </div>
      <figcaption className="mt-3 text-sm text-ink-3">From the sample recording, with the engine’s finding.</figcaption>
    </figure>
  )
}
