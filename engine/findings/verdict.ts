import { severities, type Severity, type Stance } from '#contract/findings/findings.ts'
import { endQuote } from '#contract/quotes.ts'
import { taxonomy, type Label, type Sub } from './taxonomy.ts'

export type Verdict = {
  label: Label
  sub: Sub
  /** A value from 0 to 1. README.md explains it. */
  confidence: number
  stance: Stance | null
  /** The range of characters in the answer. Null if the verdict is based on the entire short answer. */
  trigger: { from: number; to: number } | null
  rules: string[]
  /** The rule's subcategory, if the model chose another one. */
  ruled?: Sub
  isInability?: boolean
  /** False if the words suggest a bias but don't admit it outright. */
  isPlain?: boolean
}

export function getSeverity({
  sub,
  ruled = sub,
  stance,
  rules,
  isInability = false,
  isPlain = true,
}: Pick<Verdict, 'sub' | 'ruled' | 'stance' | 'rules' | 'isInability' | 'isPlain'>): Severity {
  const severity = isInability ? 'critical' : getLower(taxonomy[sub].severity, taxonomy[ruled].severity)
  return severity === 'critical' && (stance === 'equivocal' || isWeak(rules) || !isPlain) ? 'high' : severity
}

/**
 * The juror takes a stance, but its subject comes only from the question and the classifier. The type of bias is
 * unknown.
 */
export const byQuestion = 'question/fairness'
export const byAvoiding = 'answer/avoids-question'
export const byPersisting = 'answer/persists'
export const byStance = 'words/stance'
/** The model of whole interviews finds this likely. */
export const byResemblance = 'words/learned'
const weak: ReadonlySet<string> = new Set([byQuestion, byPersisting, byStance, byResemblance])
/** These words take a stance but don't name a bias, so they can't make a finding critical. */
export const isWeak = (rules: readonly string[]): boolean => rules.some((rule) => weak.has(rule))

const getLower = (one: Severity, other: Severity): Severity =>
  severities[Math.min(severities.indexOf(one), severities.indexOf(other))]!

const longestQuote = 90
const shorten = (text: string) =>
  text.length > longestQuote ? `${text.slice(0, longestQuote).replace(/\s+\S*$/, '')} …` : text

/** The model chose the subcategory, and no words of the answer name it. */
const isUnnamed = ({ sub, ruled, rules }: Verdict): boolean =>
  (ruled !== undefined || rules.includes(byResemblance)) &&
  !rules.some((rule) => rule.startsWith(`${sub}/`) || rule === `words/${sub}`)

export function explain(verdict: Verdict, text: string, question: string): string {
  const { says } = taxonomy[verdict.sub]
  const hedged = verdict.stance === 'equivocal' && verdict.label === 'bias' ? ', with a hedge' : ''
  const isNeutral = isUnnamed(verdict)
  if (isNeutral && (verdict.trigger || question.trim() === '')) return explainResemblance(verdict, text)
  if (verdict.trigger) return `The juror ${says}${hedged}: ${quoteTrigger(verdict, text)}`
  const whole = question.trim()
  // Shorten only long questions, because "Couldn't you be fair?" has a different meaning without its first word.
  const asked = whole.length <= longestQuote ? whole : `… ${whole.slice(-longestQuote).replace(/^\S*\s+/, '')}`
  if (isNeutral || isWeak(verdict.rules))
    return `Asked ${endQuote(asked, ',')} the juror says: ${quoteTrigger(verdict, text)}`
  return asked
    ? `The juror ${says}${hedged}: ${endQuote(shorten(text.trim()), ',')} when asked ${endQuote(asked)}`
    : `The juror ${says}${hedged}: ${quoteTrigger(verdict, text)}`
}

const quoteTrigger = ({ trigger }: Verdict, text: string): string =>
  endQuote(shorten(text.slice(trigger?.from ?? 0, trigger?.to ?? text.length).trim()))

export const explainResemblance = (verdict: Verdict, text: string): string =>
  verdict.rules.includes(byAvoiding)
    ? `Didn’t answer the question: ${quoteTrigger(verdict, text)}`
    : `Resembles known statements. Most telling words: ${quoteTrigger(verdict, text)}`

export const explainDoubt = (verdict: Verdict, text: string): string =>
  `Most of these words may differ from the recording: ${quoteTrigger(verdict, text)}`
