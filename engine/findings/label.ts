/** One utterance with its context, labelled: what `venire classify` answers. */
import type { Severity, Stance } from '#contract/findings/findings.ts'
import { explain } from './explain.ts'
import { judgeUtterance } from './judge.ts'
import { severityOf } from './severity.ts'
import type { Label, Sub } from './taxonomy.ts'
import type { Utterance } from './verdict.ts'

type Labelling = {
  label: Label | 'none'
  sub: Sub | null
  severity: Severity | null
  /** 0 to 1: of the label; for none, that nothing fires. */
  confidence: number
  stance: Stance | null
  why: string
}

/** The label that leads: bias before hardship before key statement. */
export function labelUtterance(utterance: Utterance): Labelling {
  const leading = judgeUtterance(utterance)[0]
  if (leading) {
    const { label, sub, confidence, stance } = leading
    return {
      label,
      sub,
      severity: severityOf(sub, stance),
      confidence: Number(confidence.toFixed(3)),
      stance,
      why: explain(leading, utterance.text, utterance.context),
    }
  }
  const why =
    utterance.role === 'juror'
      ? 'Nothing in these words, read with their question, is a hardship, a bias or a key statement.'
      : `Only a prospective juror’s own words carry a label; these are spoken by: ${utterance.role}.`
  return {
    label: 'none',
    sub: null,
    severity: null,
    confidence: utterance.role === 'juror' ? 0.8 : 1,
    stance: null,
    why,
  }
}
