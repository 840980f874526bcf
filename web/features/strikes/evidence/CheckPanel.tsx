import type { RationaleCheck } from '#contract/strikes/rationale.ts'
import { Badge } from '#web/ui/kit.ts'
import { levelLabels, regimeLabels } from '../strikeLabels.ts'

export function CheckPanel({ check }: { check: Pick<RationaleCheck, 'level' | 'items' | 'regimes' | 'version'> }) {
  const { word, tone } = levelLabels[check.level]
  return (
    <section aria-label="Rationale check" className="grid gap-2 rounded-card border border-line p-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="font-medium">Rationale check</p>
        <Badge tone={tone}>{word}</Badge>
        <span className="text-sm text-ink-3">{check.regimes.map((each) => regimeLabels[each]).join(', ')}</span>
      </div>
      <ul className="grid gap-2">
        {check.items.map((item) => (
          <li key={`${item.rule}-${item.range?.from ?? 'missing'}`} className="border-l-2 border-line-strong pl-3">
            <p>
              <Badge tone={levelLabels[item.level].tone}>{levelLabels[item.level].word}</Badge>{' '}
              {item.words && !item.sentence.includes(item.words) && <q className="font-medium">{item.words}</q>}{' '}
              {item.sentence}
            </p>
            <p className="text-sm text-ink-2">{item.why}</p>
            <p className="text-sm text-ink-3">
              {item.source}
              {item.verified ? '' : ' · check with the court'}
            </p>
          </li>
        ))}
      </ul>
      <p className="text-xs text-ink-3">{`Rules version ${check.version}. Checks only your wording, nothing about the juror.`}</p>
    </section>
  )
}
