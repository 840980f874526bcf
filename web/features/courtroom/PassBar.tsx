import { useState } from 'react'
import { remaining } from '#law/selection/budget.ts'
import { findProblems } from '#law/selection/refusals.ts'
import type { SelectionSide, SelectionState } from '#contract/strikes/selection.ts'
import { Dialog, Notice } from '#web/ui/kit.ts'
import { LargeButton } from './CourtControls.tsx'

type PassBarProps = { state: SelectionState; onPass: (side: SelectionSide) => void }

const words = { us: 'We pass', them: 'They pass' } as const

export function PassBar({ state, onPass }: PassBarProps) {
  const [asked, setAsked] = useState<SelectionSide | null>(null)
  if (state.phase === 'complete' || state.phase === 'sworn') return null
  return (
    <section
      aria-label="Passes"
      className="grid grid-cols-2 gap-2 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:border-t max-md:border-line max-md:bg-bg max-md:px-3 max-md:pt-2 max-md:pb-[calc(0.5rem+env(safe-area-inset-bottom))]"
    >
      {(['us', 'them'] as const).map((side) => (
        <LargeButton key={side} onClick={() => setAsked(side)}>
          {words[side]}
        </LargeButton>
      ))}
      {asked && (
        <Dialog open onOpenChange={(open) => !open && setAsked(null)} title={`${words[asked]}?`}>
          <div className="grid gap-4">
            <p>{describePass(state)}</p>
            {findProblems(state, { kind: 'passed', side: asked }).map(({ sentence }) => (
              <Notice key={sentence} tone="warning">
                {sentence}
              </Notice>
            ))}
            <div className="grid gap-2 sm:grid-cols-2">
              <LargeButton onClick={() => setAsked(null)}>Back</LargeButton>
              <LargeButton
                variant="primary"
                onClick={() => {
                  onPass(asked)
                  setAsked(null)
                }}
              >
                {`Yes, ${words[asked].toLowerCase()}`}
              </LargeButton>
            </div>
          </div>
        </Dialog>
      )}
    </section>
  )
}

function describePass({ setup: { turns, method } }: SelectionState): string {
  if (turns.kind === 'blocks') return 'A pass doesn’t use a challenge. It ends this side’s turn in the round.'
  if (turns.kind === 'together') return 'A pass doesn’t use a challenge. It means this side is done.'
  const what = method === 'rounds_no_back' ? 'the round' : 'peremptory strikes'
  const { passesToEnd: count } = turns
  return `A pass doesn’t use a challenge. ${count === 1 ? `One pass ends ${what}` : `${count} passes in a row end ${what}`}.`
}

export function ChallengesLeft({ state }: { state: SelectionState }) {
  const side = state.setup.eachDefendant?.side
  if (!side) return null
  const { joint, defendants } = remaining(state, side)
  if (joint === null) return null
  return (
    <p className="tabular text-sm text-ink-2">
      {[`Joint: ${joint} left`, ...defendants.map(({ defendant, left }) => `${defendant}: ${left} left`)].join(' · ')}
    </p>
  )
}
