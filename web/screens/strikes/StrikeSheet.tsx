import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, Printer } from 'lucide-react'
import type { SideNames } from '#contract/cases/sides.ts'
import { seatNumbers } from '#contract/sessions/seating.ts'
import { readStrikeBoard, type StrikeBoard } from '#contract/strikes/board.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { BudgetMeters, getRulingLabel, isOut } from '#web/features/strikes/index.ts'
import { formatDateTime, formatDay, useRead } from '#web/platform/index.ts'
import { useScreenTitle } from '#web/shell/index.ts'
import { Button, buttonClass, QrCode, Table, TableCell, TableRow } from '#web/ui/kit.ts'
import { BareSessionScreen } from '#web/widgets/session.tsx'

export function StrikeSheet() {
  const { sessionId } = useParams({ from: '/_bare/sessions/$sessionId/strike-sheet' })
  const board = useRead(readStrikeBoard, { params: { sessionId }, input: {} })
  useScreenTitle('Strike sheet')
  return (
    <BareSessionScreen title="Strike sheet" sessionId={sessionId} query={board} className="max-w-4xl p-4">
      {(found) => <Sheet board={found} />}
    </BareSessionScreen>
  )
}

function Sheet({ board }: { board: StrikeBoard }) {
  const sessionId = board.session.id
  const address = `${window.location.origin}/sessions/${sessionId}/courtroom`
  const exercised = board.strikes.filter(({ exercisedAt, state }) => exercisedAt !== null && state !== 'void')
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4 p-4 print:max-w-none print:p-0">
      <div className="flex flex-wrap gap-2 print:hidden">
        <Link to="/sessions/$sessionId/strike-log" params={{ sessionId }} className={buttonClass()}>
          <ArrowLeft className="size-4" aria-hidden="true" /> Strike log
        </Link>
        <Button variant="primary" icon={<Printer className="size-4" />} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <header className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-xl font-bold break-words">{board.case.title}</h1>
          <p>{board.session.name}</p>
          <p className="text-sm text-ink-2">{`As of ${formatDateTime(board.serverTime)}`}</p>
        </div>
        <QrCode text={address} label={`QR code for the board: ${address}`} className="size-24 shrink-0" />
      </header>
      <Caption board={board} />
      <BudgetMeters budgets={board.budgets} />
      <Chart board={board} />
      {exercised.length > 0 ? (
        <>
          <StrikeLines strikes={exercised} sides={board.case.sides} />
          <StrikeTable strikes={exercised} sides={board.case.sides} />
        </>
      ) : (
        <p>No strikes on the record yet.</p>
      )}
      <p className="text-sm text-ink-3">
        Attorney work product. The court reporter’s transcript is the official record.
      </p>
    </div>
  )
}

function Caption({ board: { session, case: inCase } }: { board: StrikeBoard }) {
  const facts = [
    ['Court', [inCase.court, inCase.county, inCase.state].filter(Boolean).join(', ')],
    ['Case number', inCase.caseNumber],
    ['Judge', inCase.judge],
    ['Date', session.date ? formatDay(session.date) : ''],
  ].filter(([, value]) => value !== '')
  return (
    <dl aria-label="Caption" className="flex flex-wrap gap-x-8 gap-y-2">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-ink-3">{name}</dt>
          <dd className="font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Chart({ board }: { board: StrikeBoard }) {
  const bySeat = new Map(board.jurors.flatMap((each) => (each.seat === null ? [] : [[each.seat, each] as const])))
  const next = board.jurors.filter((each) => each.seat === null && !isOut(each))
  return (
    <section aria-label="Seating chart" className="grid gap-1">
      {seatNumbers(board.session.seatingLayout)
        .map((row, index) => ({ row, index }))
        .toReversed()
        .map(({ row, index }) => (
          <div key={index} className="grid auto-cols-fr grid-flow-col gap-1">
            {row.map((seat, at) => {
              const juror = seat === null ? undefined : bySeat.get(seat)
              return (
                // oxlint-disable-next-line react/no-array-index-key -- places are identified by position
                <div key={`${index}-${at}`} className="grid h-14 place-items-center border border-line text-center">
                  {seat !== null && (
                    <span className="tabular text-xs text-ink-3">
                      <span className="max-sm:sr-only">Seat </span>
                      {seat}
                    </span>
                  )}
                  <span className="tabular text-lg font-bold">
                    {juror ? isOut(juror) ? <s>{juror.number}</s> : juror.number : ''}
                  </span>
                </div>
              )
            })}
          </div>
        ))}
      <p className="text-center text-sm text-ink-2">Counsel</p>
      {next.length > 0 && (
        <p className="tabular text-sm">{`Not seated, in call order: ${next.map(({ number }) => number).join(', ')}`}</p>
      )}
    </section>
  )
}

type StrikesProps = { strikes: readonly Strike[]; sides: SideNames }

const describeRuling = (strike: Strike): string =>
  `${getRulingLabel(strike)}${strike.remedyRestored ? ', challenge restored' : ''}`

function StrikeLines({ strikes, sides }: StrikesProps) {
  return (
    <ul aria-label="Strikes on the record" className="divide-y divide-line sm:hidden print:hidden">
      {strikes.map((strike) => (
        <li key={strike.id} className="py-2">
          <p className="font-medium">{`Juror ${strike.jurorNumber}: ${strike.label}`}</p>
          <p className="text-sm break-words text-ink-2">{sides[strike.madeBy]}</p>
          <p className="text-sm text-ink-2">
            {[strike.calledAt && `called ${formatDateTime(strike.calledAt)}`, describeRuling(strike)]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </li>
      ))}
    </ul>
  )
}

function StrikeTable({ strikes, sides }: StrikesProps) {
  return (
    <div className="max-sm:hidden print:block">
      <Table
        caption="Strikes on the record"
        columns={[{ label: 'Juror' }, { label: 'Strike' }, { label: 'By' }, { label: 'Called' }, { label: 'Ruling' }]}
      >
        {strikes.map((strike) => (
          <TableRow key={strike.id}>
            <TableCell>{strike.jurorNumber}</TableCell>
            <TableCell>{strike.label}</TableCell>
            <TableCell>
              <span className="wrap-anywhere">{sides[strike.madeBy]}</span>
            </TableCell>
            <TableCell>
              <span className="whitespace-nowrap">{strike.calledAt ? formatDateTime(strike.calledAt) : ''}</span>
            </TableCell>
            <TableCell>
              <span className="whitespace-nowrap">{describeRuling(strike)}</span>
            </TableCell>
          </TableRow>
        ))}
      </Table>
    </div>
  )
}
