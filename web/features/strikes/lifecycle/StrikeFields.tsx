import { type Ref, useEffect, useRef } from 'react'
import type { BoardJuror, StrikeBoard } from '#contract/strikes/board.ts'
import {
  type DemeanorWitness,
  type StrikeEvidence,
  strikeKinds,
  strikeLimits,
  strikeSides,
} from '#contract/strikes/data.ts'
import { rationaleBases } from '#contract/strikes/rationale.ts'
import type { groundsFor } from '#law/grounds/grounds.ts'
import { Checkbox, ReadNotice, Select, TextArea, TextField } from '#web/ui/kit.ts'
import { CheckPanel } from '../evidence/CheckPanel.tsx'
import { ComparatorFields, useComparators, useStatements } from '../evidence/Comparators.tsx'
import { EvidenceList, EvidencePicker, type RenderClip } from '../evidence/Evidence.tsx'
import { basisLabels, isOut, kindLabels, nameJuror } from '../strikeLabels.ts'
import { checkDraft, type Draft } from './draft.ts'

type FieldsProps = { board: StrikeBoard; draft: Draft; change: (patch: Partial<Draft>) => void }

type JurorFieldsProps = FieldsProps & { ref: Ref<HTMLSelectElement>; isMissing: boolean }

export function JurorFields({ board, draft, change, ref, isMissing }: JurorFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Juror"
        value={draft.jurorId}
        placeholder="Choose a juror"
        options={board.jurors
          .filter((each) => !isOut(each))
          .map((each) => ({ value: each.id, label: nameJuror(each) }))}
        error={isMissing ? 'Choose a juror.' : undefined}
        ref={ref}
        onChange={(event) => change({ jurorId: event.target.value, evidence: [] })}
        required
      />
      <Select
        label="Made by"
        value={draft.madeBy}
        options={strikeSides.map((value) => ({ value, label: board.case.sides[value] }))}
        onChange={(event) => change({ madeBy: strikeSides.find((each) => each === event.target.value) ?? 'us' })}
      />
    </div>
  )
}

/** Focuses the ground field. If a quote suggests no ground, it's the only field left to fill in. */
function useFocus(isWanted: boolean) {
  const field = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (!isWanted) return undefined
    // Runs after the previous dialog's timer, which was set earlier and restores focus.
    const timer = setTimeout(() => field.current?.focus())
    return () => clearTimeout(timer)
  }, [isWanted])
  return field
}

export function KindFields({
  board,
  draft,
  change,
  grounds,
  needsGround,
}: FieldsProps & { grounds: ReturnType<typeof groundsFor>; needsGround: boolean }) {
  const ground = useFocus(needsGround)
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Kind"
          value={draft.kind}
          options={strikeKinds.map((value) => ({ value, label: kindLabels[value] }))}
          onChange={(event) =>
            change({ kind: strikeKinds.find((each) => each === event.target.value) ?? 'peremptory' })
          }
        />
        {draft.kind === 'cause' ? (
          <Select
            label="Ground"
            value={draft.groundCode}
            placeholder="Choose a ground"
            options={grounds.map(({ code, label, source, verified }) => ({
              value: code,
              label: `${label}${source ? ` (${source})` : ''}${verified ? '' : ', check with the court'}`,
            }))}
            onChange={(event) => change({ groundCode: event.target.value })}
            ref={ground}
            required={draft.madeBy === 'us'}
          />
        ) : (
          board.case.alternates > 0 && (
            <Select
              label="Used against"
              value={draft.target}
              options={[
                { value: 'regular', label: 'Regular seat' },
                { value: 'alternate', label: 'Alternate seat' },
              ]}
              onChange={(event) => change({ target: event.target.value === 'alternate' ? 'alternate' : 'regular' })}
            />
          )
        )}
      </div>
      {draft.kind === 'peremptory' && <DefendantField board={board} draft={draft} change={change} />}
    </>
  )
}

function DefendantField({ board, draft, change }: FieldsProps) {
  const own = board.selection?.setup.eachDefendant
  const side = draft.madeBy === 'us' ? 'us' : 'them'
  if (!own || own.side !== side || own.defendants.length === 0) return null
  return (
    <Select
      label="Used by"
      value={draft.defendant ?? ''}
      options={[
        { value: '', label: 'All defendants jointly' },
        ...own.defendants.map((name) => ({ value: name, label: `${name} alone` })),
      ]}
      onChange={(event) => change({ defendant: event.target.value === '' ? null : event.target.value })}
    />
  )
}

export function RationaleField({ draft, change }: FieldsProps) {
  const isOurs = draft.madeBy === 'us'
  return (
    <TextArea
      label={isOurs ? 'Rationale' : 'Reason stated'}
      hint={
        isOurs ? `At least ${strikeLimits.rationale.min} characters to submit. Quote what the juror said.` : 'Optional.'
      }
      rows={5}
      value={draft.rationale}
      maxLength={strikeLimits.rationale.max}
      onChange={(event) => change({ rationale: event.target.value })}
    />
  )
}

type SupportFieldsProps = FieldsProps & {
  juror: BoardJuror | undefined
  evidence: readonly StrikeEvidence[]
  renderClip: RenderClip
  onRemove: (evidenceId: string) => Promise<void>
}

export function SupportFields({ juror, evidence, renderClip, onRemove, ...fields }: SupportFieldsProps) {
  const { board, draft, change } = fields
  const statements = useStatements(board.session.id)
  const { alike, answered } = useComparators(board.session.id, statements.data, draft.jurorId)
  const quotes = evidence.filter(({ quote }) => quote !== '').length
  return (
    <>
      {draft.rationale.trim() !== '' && (
        <>
          <ReadNotice of={statements} what="Rationale check" />
          {statements.data && <CheckPanel check={checkDraft(draft, board, quotes, statements.data.law, alike)} />}
        </>
      )}
      <BasisFields {...fields} />
      {evidence.length > 0 && (
        <EvidenceList
          evidence={evidence}
          renderClip={renderClip}
          onRemove={(evidenceId) => void onRemove(evidenceId)}
        />
      )}
      {juror && (
        <>
          <EvidencePicker
            sessionId={board.session.id}
            jurorNumber={juror.number}
            chosen={draft.evidence}
            onChange={(chosen) => change({ evidence: chosen })}
          />
          <ReadNotice of={statements} what="Comparators" />
          {statements.data && <ReadNotice of={answered} what="Similar answers" />}
          <ComparatorFields
            board={board}
            juror={juror}
            comparators={draft.comparators}
            suggestions={alike}
            renderClip={renderClip}
            onChange={(comparators) => change({ comparators })}
          />
        </>
      )}
      <Checkbox
        label="Work product"
        hint="Leaves the reason out of exports and links unless they include work product. The strike itself still appears once exercised."
        checked={draft.privilege === 'work_product'}
        onChange={(event) => change({ privilege: event.target.checked ? 'work_product' : 'on_record' })}
      />
    </>
  )
}

function BasisFields({ draft, change }: FieldsProps) {
  return (
    <>
      <fieldset className="grid gap-2 rounded-card border border-line p-3">
        <legend className="px-1 font-medium">Based on</legend>
        <div className="grid gap-1 sm:grid-cols-2">
          {rationaleBases.map((basis) => (
            <Checkbox
              key={basis}
              label={basisLabels[basis]}
              checked={draft.basis.includes(basis)}
              onChange={(event) =>
                change({
                  basis: event.target.checked ? [...draft.basis, basis] : draft.basis.filter((each) => each !== basis),
                })
              }
            />
          ))}
        </div>
      </fieldset>
      {draft.basis.includes('demeanor_observed') && (
        <DemeanorFields demeanor={draft.demeanor} onChange={(demeanor) => change({ demeanor })} />
      )}
    </>
  )
}

type DemeanorFieldsProps = { demeanor: DemeanorWitness | null; onChange: (demeanor: DemeanorWitness) => void }

const noWitness: DemeanorWitness = { observer: '', timecode: null, secondObserver: '', courtConfirmed: false }

function DemeanorFields({ demeanor, onChange }: DemeanorFieldsProps) {
  const witness = demeanor ?? noWitness
  return (
    <fieldset className="grid gap-3 rounded-card border border-line p-3">
      <legend className="px-1 font-medium">Demeanor observed</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Observed by"
          value={witness.observer}
          onChange={(event) => onChange({ ...witness, observer: event.target.value })}
        />
        <TextField
          label="Also seen by"
          value={witness.secondObserver}
          onChange={(event) => onChange({ ...witness, secondObserver: event.target.value })}
        />
      </div>
      <Checkbox
        label="The court confirmed it on the record"
        checked={witness.courtConfirmed}
        onChange={(event) => onChange({ ...witness, courtConfirmed: event.target.checked })}
      />
    </fieldset>
  )
}
