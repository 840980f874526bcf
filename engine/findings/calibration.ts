import type { FindingType } from '#contract/findings/findings.ts'

/**
 * What a finding is based on: a rule for its category, a short answer to a question, other words, or only the
 * classifier.
 */
type Source = 'rule' | 'answer' | 'words' | 'model'

export function getSource(rules: readonly string[]): Source {
  const own = rules.filter((rule) => rule !== 'model')
  if (own.some((rule) => !/^(?:words|question|answer)\//.test(rule))) return 'rule'
  if (own.length === 0) return 'model'
  return own.some((rule) => rule.startsWith('answer/')) ? 'answer' : 'words'
}

/** The fraction of findings that are correct at or above each score. */
type Steps = readonly (readonly [from: number, right: number])[]

/**
 * Fitted with isotonic regression. Run `npm run bench -- findings --day FILE --folds 5` to compute and print this
 * table. Sources with fewer than 40 findings use the entry for their type. `possible` has the scores of findings that
 * only resemble known ones.
 */
export const calibration: Readonly<Record<string, Steps>> = {
  bias_indicator: [
    [0.5, 0.72],
    [0.8, 0.86],
    [0.971, 0.89],
    [0.99, 0.94],
  ],
  'hardship/rule': [
    [0.569, 0.86],
    [0.898, 0.95],
    [0.99, 0.98],
  ],
  'hardship/answer': [
    [0.6, 0.88],
    [0.75, 0.93],
  ],
  hardship: [
    [0.638, 0.86],
    [0.964, 0.93],
  ],
  key_statement: [
    [0.511, 0.5],
    [0.75, 0.79],
    [0.99, 0.92],
  ],
  possible: [[0.514, 0.11]],
}

let isOn = true
/** Turns calibration on or off. Keep it off while the table is being fitted. */
export const setCalibrated = (on: boolean): void => {
  isOn = on
}

const findSteps = (type: FindingType, rules: readonly string[]): Steps | undefined => {
  const source = getSource(rules)
  return source === 'model' ? calibration['possible'] : (calibration[`${type}/${source}`] ?? calibration[type])
}

export function calibrate(type: FindingType, rules: readonly string[], score: number): number {
  const steps = isOn ? findSteps(type, rules) : undefined
  return steps?.findLast(([from]) => score >= from)?.[1] ?? steps?.[0]?.[1] ?? score
}
