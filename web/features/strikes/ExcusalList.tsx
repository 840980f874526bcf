import { Plus, Printer } from 'lucide-react'
import { useState } from 'react'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import {
  excusalPositions,
  type ExcusalRequest,
  listExcusals,
  moveExcusal,
  updateExcusal,
} from '#contract/strikes/excusals.ts'
import { useCommand, useRead } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { newId } from '#web/platform/newId.ts'
import { toast } from '#web/platform/toast.ts'
import { Badge, Button, EmptyState, Select, Skeleton, Table, TableCell, TableRow } from '#web/ui/kit.ts'
import { ExcusalDialog } from './ExcusalDialog.tsx'
import { excusalPositionLabels, excusalRulingLabels, factNames, factLabels } from './strikeLabels.ts'

export function ExcusalList({ board }: { board: StrikeBoard }) {
  const excusals = useRead(listExcusals, { params: { sessionId: board.session.id }, input: {} })
  const [isAdding, setAdding] = useState(false)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2 print:hidden">
        {board.may.draft && (
          <Button variant="primary" icon={<Plus className="size-4" />} onClick={() => setAdding(true)}>
            Add hardship
          </Button>
        )}
        <Button icon={<Printer className="size-4" />} disabled={!excusals.data?.length} onClick={() => window.print()}>
          Print for sidebar
        </Button>
      </div>
      <Loaded query={excusals} skeleton={<Skeleton className="h-40" />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title="No hardship requests yet" hint="Add jurors who ask to be excused." />
          ) : (
            <>
              <ul className="grid gap-3 print:hidden">
                {all.map((each) => (
                  <ExcusalRow key={each.id} excusal={each} />
                ))}
              </ul>
              <ExcusalPage excusals={all} />
            </>
          )
        }
      </Loaded>
      {isAdding && <ExcusalDialog board={board} onClose={() => setAdding(false)} onSaved={() => setAdding(false)} />}
    </div>
  )
}

function ExcusalRow({ excusal }: { excusal: ExcusalRequest }) {
  const update = useCommand(updateExcusal)
  const move = useCommand(moveExcusal)
  const params = { excusalId: excusal.id }
  const onError = (error: unknown) =>
    void toast({ title: 'Couldn’t save hardship request', description: describeError(error), variant: 'destructive' })
  const rule = (ruling: keyof typeof excusalRulingLabels) =>
    move.mutate(
      {
        params,
        input: { eventId: newId(), at: new Date().toISOString(), version: excusal.version, move: 'rule', ruling },
      },
      { onError },
    )
  return (
    <li className="grid gap-2 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-lg font-bold">{`Juror ${excusal.jurorNumber}`}</h2>
        {excusal.state === 'ruled' && excusal.ruling !== 'pending' && (
          <Badge tone={excusal.ruling === 'granted' ? 'success' : 'neutral'}>
            {excusalRulingLabels[excusal.ruling]}
          </Badge>
        )}
        {(excusal.state === 'withdrawn' || excusal.state === 'void') && (
          <Badge>{excusal.state === 'void' ? 'Void' : 'Withdrawn'}</Badge>
        )}
      </div>
      <p className="break-words">{excusal.reason}</p>
      {excusal.evidence.map((each) => (
        <blockquote key={each.id} className="border-l-2 border-line-strong pl-3 text-sm break-words">
          “{each.quote}”
        </blockquote>
      ))}
      <dl className="grid gap-x-6 gap-y-1 text-sm sm:w-fit sm:grid-cols-[repeat(4,auto)] sm:gap-x-8">
        {factNames.map((fact) => {
          const value = excusal.facts[fact]
          return (
            <div key={fact} className="flex justify-between gap-2 sm:flex-col sm:gap-0">
              <dt className="text-ink-2">{factLabels[fact]}</dt>
              <dd className={value === null ? 'text-ink-3' : 'font-medium'}>
                {value === null ? 'Not asked' : value ? 'Yes' : 'No'}
              </dd>
            </div>
          )
        })}
      </dl>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        {excusal.may.edit ? (
          <Select
            label={`Counsel’s position on juror ${excusal.jurorNumber}`}
            value={excusal.position}
            options={excusalPositions.map((value) => ({
              value,
              label: excusalPositionLabels[value],
            }))}
            onChange={(event) => {
              const position = excusalPositions.find((each) => each === event.target.value)
              if (position) update.mutate({ params, input: { version: excusal.version, position } }, { onError })
            }}
          />
        ) : (
          <p className="flex min-h-8 items-center gap-1 touch:min-h-11">
            <span className="text-ink-2">Counsel:</span> {excusalPositionLabels[excusal.position]}
          </p>
        )}
        {excusal.may.rule && (
          <fieldset>
            <legend className="mb-1 text-sm font-medium">The court’s ruling</legend>
            <div className="flex flex-wrap gap-2">
              {(Object.keys(excusalRulingLabels) as (keyof typeof excusalRulingLabels)[]).map((ruling) => (
                <Button
                  key={ruling}
                  aria-pressed={excusal.ruling === ruling}
                  className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
                  busy={move.isPending && move.variables.input.ruling === ruling}
                  disabled={move.isPending}
                  onClick={() => rule(ruling)}
                >
                  {excusalRulingLabels[ruling]}
                </Button>
              ))}
            </div>
          </fieldset>
        )}
      </div>
    </li>
  )
}

const endedStates: readonly ExcusalRequest['state'][] = ['withdrawn', 'void']

function ExcusalPage({ excusals }: { excusals: readonly ExcusalRequest[] }) {
  return (
    <div className="hidden text-sm print:block">
      <h2 className="mb-2 text-lg font-bold">Hardship requests</h2>
      <Table
        caption="Hardship requests"
        columns={['Juror', 'Hardship', ...factNames.map((fact) => factLabels[fact]), 'Counsel', 'Court'].map(
          (label) => ({
            label,
          }),
        )}
      >
        {excusals
          .filter(({ state }) => !endedStates.includes(state))
          .map((each) => (
            <TableRow key={each.id}>
              <TableCell>{each.jurorNumber}</TableCell>
              <TableCell>
                <div className="min-w-48 wrap-anywhere">{each.reason}</div>
              </TableCell>
              {factNames.map((fact) => (
                <TableCell key={fact}>{each.facts[fact] === null ? '?' : each.facts[fact] ? 'Yes' : 'No'}</TableCell>
              ))}
              <TableCell>{excusalPositionLabels[each.position]}</TableCell>
              <TableCell>{each.ruling === 'pending' ? '' : excusalRulingLabels[each.ruling]}</TableCell>
            </TableRow>
          ))}
      </Table>
    </div>
  )
}
