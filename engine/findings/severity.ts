/** How grave a finding is. */
import type { Severity, Stance } from '#contract/findings/findings.ts'
import { taxonomy, type Sub } from './taxonomy.ts'

/** The default of the category; a hedged leaning weighs less than a plain one, until a probe settles it. */
export function severityOf(sub: Sub, stance: Stance | null): Severity {
  const { severity } = taxonomy[sub]
  return stance === 'equivocal' && severity === 'critical' ? 'high' : severity
}
