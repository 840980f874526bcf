/** Steps that preserve a denied challenge for cause. Only a reviewing court decides whether error was preserved. */

export type PreservationFacts = {
  jurorNumber: string
  forumId: string | null
  peremptoryUsedOnJuror: boolean
  left: number | null
  moreRequestedAt: string | null
  refusedAt: string | null
  /** The juror we would have struck if we had one more peremptory. */
  objectionableJuror: string | null
  renewedAt: string | null
  /** If true, open steps count as missed. */
  isSworn: boolean
}

export const preservationSteps = ['use', 'exhaust', 'request', 'refusal', 'identify', 'renew'] as const
export type PreservationStepId = (typeof preservationSteps)[number]

export type PreservationStep = {
  id: PreservationStepId
  /** `next` is due now, `later` depends on another step, and `missed` is too late. */
  status: 'done' | 'next' | 'later' | 'missed'
  sentence: string
  why: string
  source: string
  verified: boolean
}

export type Preservation = {
  steps: PreservationStep[]
  isComplete: boolean
  next: string
  note: string
}

const cortez = { source: 'Cortez v. HCCI-San Antonio, Inc., 159 S.W.3d 87, 90-91 (Tex. 2005)', verified: true }
const hallett = { source: 'Hallett v. Houston Nw. Med. Ctr., 689 S.W.2d 888, 890 (Tex. 1985)', verified: true }
const usual = { source: 'Required by appellate courts in several states; check the forum', verified: false }

type Rule = {
  id: PreservationStepId
  isDone: (facts: PreservationFacts) => boolean
  done: (facts: PreservationFacts) => string
  open: (facts: PreservationFacts) => string
  why: string
  source: string
  verified: boolean
}

const rules: readonly Rule[] = [
  {
    id: 'use',
    isDone: (facts) => facts.peremptoryUsedOnJuror,
    done: ({ jurorNumber }) => `A peremptory was used on Juror ${jurorNumber}.`,
    open: ({ jurorNumber, left }) =>
      left !== 0
        ? `Use a peremptory on Juror ${jurorNumber}.`
        : `No peremptories are left for Juror ${jurorNumber}. Ask the court for one and say why.`,
    why: 'Striking the juror shows what the denial cost you. If you don’t, you had a strike available and chose not to use it.',
    ...cortez,
  },
  {
    id: 'exhaust',
    isDone: ({ left }) => left === 0,
    done: () => 'All peremptories have been used.',
    open: ({ left }) =>
      left === null
        ? 'Use every peremptory. The lead sets how many you have.'
        : `Use every peremptory. You have ${left} left.`,
    why: 'An unused peremptory generally defeats a claim that the denial caused harm.',
    ...cortez,
  },
  {
    id: 'identify',
    isDone: ({ objectionableJuror }) => objectionableJuror !== null,
    done: ({ objectionableJuror }) =>
      `Juror ${objectionableJuror} was identified as an objectionable juror who will sit.`,
    open: () => 'Name on the record the juror you would strike with one more peremptory and who will now sit.',
    why: 'The harm is a juror who sits because the challenge was spent elsewhere. In Texas, say so before the strike lists are turned in.',
    ...hallett,
  },
  {
    id: 'request',
    isDone: ({ moreRequestedAt }) => moreRequestedAt !== null,
    done: () => 'Additional peremptories were requested.',
    open: () =>
      'Ask the court for one more peremptory for each one spent on a juror who should have been struck for cause.',
    why: 'The court must have had a chance to correct the error.',
    ...usual,
  },
  {
    id: 'refusal',
    isDone: ({ refusedAt }) => refusedAt !== null,
    done: () => 'The court denied the request on the record.',
    open: () => 'Get the court’s denial of the request on the record.',
    why: 'Without a ruling, there is nothing to review on appeal.',
    ...usual,
  },
  {
    id: 'renew',
    isDone: ({ renewedAt }) => renewedAt !== null,
    done: () => 'The challenge was renewed before the jury was sworn.',
    open: ({ jurorNumber }) => `Renew the challenge for cause to Juror ${jurorNumber} before the jury is sworn.`,
    why: 'Accepting the jury without objection can waive the error.',
    ...usual,
  },
]

export function getPreservation(facts: PreservationFacts): Preservation {
  let isNextFound = false
  const steps = rules.map(({ id, isDone, done, open, ...law }): PreservationStep => {
    if (isDone(facts)) return { id, status: 'done', sentence: done(facts), ...law }
    if (facts.isSworn)
      return { id, status: 'missed', sentence: `Not done before the jury was sworn: ${open(facts)}`, ...law }
    const status = isNextFound ? 'later' : 'next'
    isNextFound = true
    return { id, status, sentence: open(facts), ...law }
  })
  return {
    steps,
    isComplete: steps.every(({ status }) => status === 'done'),
    next: steps.find(({ status }) => status === 'next')?.sentence ?? '',
    note: facts.forumId?.startsWith('tx_')
      ? 'In Texas, tell the court before turning in your strikes that you will exhaust them and that a named objectionable juror will sit.'
      : 'These steps follow Texas practice, the strictest we reviewed. Check what this court requires.',
  }
}
