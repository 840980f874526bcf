/** Unverified grounds are shown with "check with the court". */

export type Ground = { code: string; label: string; source: string; verified: boolean }

const seen = (code: string, label: string, source: string): Ground => ({ code, label, source, verified: true })
const unseen = (code: string, label: string, source: string): Ground => ({ code, label, source, verified: false })

const tx = 'Tex. CCP 35.16'
const texas: readonly Ground[] = [
  seen('tx_35_16_a_1', 'Not a qualified voter', `${tx}(a)(1)`),
  seen('tx_35_16_a_2', 'Convicted of theft or a felony', `${tx}(a)(2)`),
  seen('tx_35_16_a_3', 'Under indictment or other accusation for theft or any felony', `${tx}(a)(3)`),
  seen('tx_35_16_a_4', 'Insane', `${tx}(a)(4)`),
  seen('tx_35_16_a_5', 'Unfit because of a bodily or mental defect', `${tx}(a)(5)`),
  seen('tx_35_16_a_6', 'Witness in the case', `${tx}(a)(6)`),
  seen('tx_35_16_a_7', 'Served on the grand jury', `${tx}(a)(7)`),
  seen('tx_35_16_a_8', 'Served on a former jury in this case', `${tx}(a)(8)`),
  seen('tx_35_16_a_9', 'Bias or prejudice for or against the defendant', `${tx}(a)(9)`),
  seen('tx_35_16_a_10', 'Conclusion as to guilt that would influence the verdict', `${tx}(a)(10)`),
  unseen('tx_35_16_a_11', 'Cannot read or write', `${tx}(a)(11)`),
  unseen('tx_35_16_b_1', 'Scruples against the death penalty', `${tx}(b)(1)`),
  unseen('tx_35_16_b_2', 'Related to the defendant', `${tx}(b)(2)`),
  unseen('tx_35_16_b_3', 'Bias against law the State is entitled to rely on', `${tx}(b)(3)`),
  unseen('tx_35_16_c_1', 'Related to the person injured or the prosecutor', `${tx}(c)(1)`),
  unseen('tx_35_16_c_2', 'Bias against law the defense is entitled to rely on', `${tx}(c)(2)`),
]

const california: readonly Ground[] = [
  seen('ca_225_general', 'General disqualification', 'Cal. CCP 225(b)(1)(A)'),
  seen('ca_225_actual', 'Actual bias', 'Cal. CCP 225(b)(1)(C)'),
  unseen('ca_229_a', 'Related to a party, an officer of a party, or a witness', 'Cal. CCP 229(a)'),
  unseen('ca_229_b', 'Employer, employee, landlord, tenant, debtor, or creditor of a party', 'Cal. CCP 229(b)'),
  unseen('ca_229_c', 'Was a juror or witness in an earlier trial of this case', 'Cal. CCP 229(c)'),
  seen('ca_229_d', 'Interest in the event of the action', 'Cal. CCP 229(d)'),
  seen('ca_229_e', 'Unqualified opinion on the merits from knowledge of material facts', 'Cal. CCP 229(e)'),
  seen('ca_229_f', 'Enmity against or bias towards a party', 'Cal. CCP 229(f)'),
  seen('ca_229_g', 'Party to an action set for trial before the panel', 'Cal. CCP 229(g)'),
  seen('ca_229_h', 'Opinions that preclude a verdict in a capital case', 'Cal. CCP 229(h)'),
]

const federal: readonly Ground[] = [
  seen('us_1866_partiality', 'Unable to render impartial jury service', '28 U.S.C. 1866(c)'),
  unseen('us_1866_disruption', 'Likely to disrupt the proceedings', '28 U.S.C. 1866(c)'),
  unseen('us_1865_citizenship', 'Not a citizen, 18 or older, and resident for one year', '28 U.S.C. 1865(b)(1)'),
  unseen('us_1865_english', 'Cannot read, write, understand, or speak English', '28 U.S.C. 1865(b)(2)-(3)'),
  unseen('us_1865_infirmity', 'Incapable because of infirmity', '28 U.S.C. 1865(b)(4)'),
  unseen('us_1865_felony', 'Felony charge pending or civil rights not restored', '28 U.S.C. 1865(b)(5)'),
]

const common: readonly Ground[] = [
  unseen('actual_bias', 'Actual bias: cannot be impartial', ''),
  unseen('implied_bias', 'Implied bias: a relationship to a party, a witness, or the case', ''),
  unseen('fixed_opinion', 'Opinion on the merits already formed', ''),
  unseen('disqualified_statute', 'Disqualified by statute', ''),
  unseen('disqualified_language', 'Cannot follow the proceedings', ''),
]
const other: Ground = unseen('other', 'Other ground, stated in the rationale', '')

export function groundsFor(forumId: string | null): readonly Ground[] {
  if (forumId === 'tx_criminal') return [...texas, other]
  if (forumId?.startsWith('ca_')) return [...california, other]
  if (forumId?.startsWith('us_fed_')) return [...federal, ...common, other]
  return [...common, other]
}

export const findGround = (forumId: string | null, code: string | null): Ground | null =>
  groundsFor(forumId).find((each) => each.code === code) ?? null

const everyGround = new Map([...texas, ...california, ...federal, ...common, other].map((each) => [each.code, each]))

/** Returns a stored ground even if the case's forum has changed since. */
export const getGround = (code: string | null): Ground | null => everyGround.get(code ?? '') ?? null

/** Grounds that a finding may support, best first. A person makes the final choice. */
const groundsBySubject: Readonly<Record<string, readonly string[]>> = {
  explicit_inability: ['tx_35_16_a_9', 'ca_225_actual', 'us_1866_partiality', 'actual_bias'],
  party_lean: ['tx_35_16_a_9', 'ca_225_actual', 'us_1866_partiality', 'actual_bias'],
  pretrial_opinion: ['tx_35_16_a_10', 'ca_229_e', 'fixed_opinion'],
  case_knowledge: ['tx_35_16_a_10', 'ca_229_e', 'fixed_opinion'],
  relationship: ['ca_229_a', 'implied_bias'],
  disclosure_relationship: ['ca_229_a', 'implied_bias'],
  language_comprehension: ['us_1865_english', 'ca_225_general', 'disqualified_language'],
  medical_self: ['tx_35_16_a_5', 'us_1865_infirmity', 'ca_225_general'],
}
const groundsByType: Readonly<Record<string, readonly string[]>> = {
  bias_indicator: ['ca_225_actual', 'us_1866_partiality', 'actual_bias'],
  // No forum lists hardship as a ground.
  hardship: ['other'],
}

export function suggestGround(forumId: string | null, { type, sub }: { type: string; sub: string }): string | null {
  const grounds = groundsFor(forumId)
  const wanted = [...(groundsBySubject[sub] ?? []), ...(groundsByType[type] ?? [])]
  return wanted.find((code) => grounds.some((each) => each.code === code)) ?? null
}
