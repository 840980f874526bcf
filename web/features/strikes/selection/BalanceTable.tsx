import { readQuestionBalance } from '#contract/strikes/board.ts'
import { useRead } from '#web/platform/api.ts'
import { formatCount, formatDuration } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { buttonClass, EmptyState, Skeleton, Table, TableCell, TableRow } from '#web/ui/kit.ts'

/** Questions and seconds for each juror. Neutral: it knows number, seat and nothing else of anybody. */
export function BalanceTable({ sessionId }: { sessionId: string }) {
  const balance = useRead(readQuestionBalance, { params: { sessionId }, input: {} })
  return (
    <Loaded query={balance} skeleton={<Skeleton className="h-64" />}>
      {({ jurors, medianQuestions, medianSeconds, notYetQuestioned }) => {
        if (jurors.length === 0) {
          return (
            <EmptyState
              title="No jurors yet"
              hint="Each juror stands here with the questions put and the seconds spoken."
            />
          )
        }
        const silent = new Set(notYetQuestioned)
        return (
          <div className="grid max-w-3xl gap-4">
            <div className="flex flex-wrap items-center gap-3">
              <p className="text-ink-2">
                {medianQuestions === null
                  ? 'No juror’s voice is known yet.'
                  : `Median: ${medianQuestions} questions, ${formatDuration(medianSeconds ?? 0)} spoken.`}
              </p>
              <a href={`/api/sessions/${sessionId}/question-balance.csv`} className={buttonClass()} download>
                Download CSV
              </a>
            </div>
            {silent.size > 0 && (
              <p>
                <span className="font-medium">Not yet questioned, as far as is known: </span>
                {jurors
                  .filter(({ jurorId }) => silent.has(jurorId))
                  .map(({ number }) => number)
                  .join(', ')}
              </p>
            )}
            <Table
              caption="Questions and seconds for each juror"
              columns={[
                { label: 'Juror' },
                { label: 'Seat', numeric: true },
                { label: 'Questions', numeric: true },
                { label: 'Spoke', numeric: true },
              ]}
            >
              {jurors.map((each) => (
                <TableRow key={each.jurorId}>
                  <TableCell>{each.number}</TableCell>
                  <TableCell numeric>{each.seat ?? '–'}</TableCell>
                  <TableCell numeric>{each.questions === null ? <NotKnown /> : formatCount(each.questions)}</TableCell>
                  <TableCell numeric>{each.seconds === null ? <NotKnown /> : formatDuration(each.seconds)}</TableCell>
                </TableRow>
              ))}
            </Table>
          </div>
        )
      }}
    </Loaded>
  )
}

/** Quieter than a figure: no voice is known to be this juror’s, which is not the same as none. */
const NotKnown = () => <span className="text-ink-3">not known</span>
