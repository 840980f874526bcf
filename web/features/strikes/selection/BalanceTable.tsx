import { readQuestionBalance } from '#contract/strikes/board.ts'
import { useRead } from '#web/platform/api.ts'
import { formatCount, formatDuration } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { buttonClass, EmptyState, Skeleton, Table, TableCell, TableRow } from '#web/ui/kit.ts'

export function BalanceTable({ sessionId }: { sessionId: string }) {
  const balance = useRead(readQuestionBalance, { params: { sessionId }, input: {} })
  return (
    <Loaded query={balance} skeleton={<Skeleton className="h-64" />}>
      {({ jurors, medianQuestions, medianSeconds, notYetQuestioned }) => {
        if (jurors.length === 0) {
          return <EmptyState title="No jurors yet" hint="Questions and speaking time appear here for each juror." />
        }
        const silent = new Set(notYetQuestioned)
        return (
          <div className="grid max-w-3xl gap-4">
            <div className="flex flex-wrap items-center gap-3">
              <p className="text-ink-2">
                {medianQuestions === null
                  ? 'No voices matched to jurors yet.'
                  : `Median: ${medianQuestions} questions, ${formatDuration(medianSeconds ?? 0)} spoken.`}
              </p>
              <a href={`/api/sessions/${sessionId}/question-balance.csv`} className={buttonClass()} download>
                Download CSV
              </a>
            </div>
            {silent.size > 0 && (
              <p>
                <span className="font-medium">Not yet questioned: </span>
                {jurors
                  .filter(({ jurorId }) => silent.has(jurorId))
                  .map(({ number }) => number)
                  .join(', ')}
              </p>
            )}
            <Table
              caption="Questions and speaking time by juror"
              columns={[
                { label: 'Juror' },
                { label: 'Seat', numeric: true },
                { label: 'Questions', numeric: true },
                { label: 'Speaking time', numeric: true },
              ]}
            >
              {jurors.map((each) => (
                <TableRow key={each.jurorId}>
                  <TableCell>{each.number}</TableCell>
                  <TableCell numeric>{each.seat ?? '–'}</TableCell>
                  <TableCell numeric>{each.questions === null ? <Unknown /> : formatCount(each.questions)}</TableCell>
                  <TableCell numeric>{each.seconds === null ? <Unknown /> : formatDuration(each.seconds)}</TableCell>
                </TableRow>
              ))}
            </Table>
          </div>
        )
      }}
    </Loaded>
  )
}

const Unknown = () => <span className="text-ink-3">unknown</span>
