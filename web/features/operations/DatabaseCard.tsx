import { RefreshCw } from 'lucide-react'
import { readDatabaseStats, sampleFigures } from '#contract/operations/operations.ts'
import { useRead } from '#web/platform/api.ts'
import { formatBytes, formatCount } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Button, Card, Skeleton, Table, TableCell, TableRow } from '#web/ui/kit.ts'
import { countWords, type Figure, figure, SampleMark } from './figures.tsx'

const shown = 6

export function DatabaseCard({ upload }: { upload: React.ReactNode }) {
  const stats = useRead(readDatabaseStats, { params: {}, input: {} })
  return (
    <Card
      title="Database"
      actions={
        <>
          <Button icon={<RefreshCw className="size-4" />} busy={stats.isFetching} onClick={() => void stats.refetch()}>
            Refresh
          </Button>
          {upload}
        </>
      }
    >
      <Loaded query={stats} skeleton={<Skeleton className="h-48" />}>
        {(data) => (
          <div className="grid gap-4">
            <dl className="grid grid-cols-2 gap-3">
              <Fact label="Name" figure={figure(data.tableName, sampleFigures.tableName, (name) => name)} />
              <Fact
                label={data.isEstimated ? 'Total items (approx.)' : 'Total items'}
                figure={figure(data.totalItems, sampleFigures.totalItems, countWords)}
              />
              <Fact
                label="Average query time"
                figure={figure(data.avgQueryTime, sampleFigures.avgQueryTime, (time) => time)}
              />
              <Fact label="Storage used" figure={figure(data.storageUsed, sampleFigures.storageUsed, (size) => size)} />
            </dl>
            {data.tables.length > 0 && (
              <Table
                caption="Largest tables"
                columns={[{ label: 'Table' }, { label: 'Items', numeric: true }, { label: 'Size', numeric: true }]}
              >
                {data.tables.slice(0, shown).map((table) => (
                  <TableRow key={table.name}>
                    <TableCell>
                      <span className="font-mono text-sm">{table.name}</span>
                    </TableCell>
                    <TableCell numeric>
                      {table.isEstimated ? `about ${formatCount(table.items)}` : formatCount(table.items)}
                    </TableCell>
                    <TableCell numeric>{formatBytes(table.bytes)}</TableCell>
                  </TableRow>
                ))}
              </Table>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function Fact({ label, figure: { text, isSample } }: { label: string; figure: Figure }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className="tabular font-medium wrap-anywhere">
        <span>{text}</span> {isSample && <SampleMark />}
      </dd>
    </div>
  )
}
