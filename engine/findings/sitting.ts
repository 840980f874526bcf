import type { Finding } from '#contract/findings/findings.ts'
import type { Before, Reading } from './reading.ts'
import type { Sub } from './taxonomy.ts'
import type { Verdict } from './verdict.ts'

export type Sitting = {
  /** A voice is removed from the map when a new block of questions starts. */
  voices: Map<string, Memory>
  hardshipsInARow: number
  possible: Finding[]
}

type Memory = {
  isConcerned: boolean
  undertook: boolean
  hardship: Sub | null
  concern: Sub | null
  lastAnswer: 'hardship' | 'bias' | null
}

export const startSitting = (): Sitting => ({ voices: new Map(), hardshipsInARow: 0, possible: [] })

export function recallVoice({ voices }: Sitting, voice: string): Memory {
  const known = voices.get(voice)
  if (known) return known
  const memory: Memory = { isConcerned: false, undertook: false, hardship: null, concern: null, lastAnswer: null }
  voices.set(voice, memory)
  return memory
}

/**
 * Courts usually hear all hardships before they ask about fairness, so after several hardships another one is likely.
 */
const phaseLength = 4

export const getBefore = (memory: Memory, { hardshipsInARow }: Sitting): Before => ({
  concernBefore: memory.isConcerned,
  hardshipBefore: memory.hardship,
  concernAbout: memory.concern,
  follows: memory.lastAnswer,
  amongHardships: hardshipsInARow >= phaseLength,
})

export function isReported({ sub, trigger }: Verdict, { undertook }: Memory): boolean {
  if (trigger !== null) return true
  // A plain "Yes, I can be fair" is too common to report unless the juror raised a concern earlier.
  if (sub === 'unequivocal_fairness') return false
  // Judges ask about each side in turn, so a second firm "No" only repeats the first one.
  return !(sub === 'rehabilitation' && undertook)
}

export function rememberAnswer(memory: Memory, verdicts: readonly Verdict[], utterance: Reading | null): void {
  const last = verdicts.map(({ label }) => label).find((label) => label !== 'key_statement')
  if (last) memory.lastAnswer = last
  else if (utterance && !utterance.isShort) memory.lastAnswer = null
}

export function rememberVerdict(memory: Memory, sitting: Sitting, { label, sub }: Verdict): void {
  if (label === 'hardship') {
    memory.hardship = sub
    sitting.hardshipsInARow += 1
    return
  }
  memory.isConcerned = true
  if (sub === 'rehabilitation') memory.undertook = true
  if (label !== 'bias') return
  memory.undertook = false
  sitting.hardshipsInARow = 0
  if (sub !== 'explicit_inability') memory.concern = sub
}
