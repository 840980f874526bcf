import { readOverview, sampleFigures } from '#contract/operations/operations.ts'
import { useRead } from '#web/platform/api.ts'
import { formatCount } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Skeleton, StatTile, StatTiles } from '#web/ui/kit.ts'
import { type Figure, figure, formatGigabytes, formatMs, formatPercentage, SampleMark } from './figures.tsx'

/** Required by sections 7 and 9 of the specification. */
const freshness = { staleMs: 30_000, retries: 2 } as const

export function SystemTiles() {
  const overview = useRead(readOverview, { params: {}, input: {} }, freshness)
  return (
    <Loaded query={overview} skeleton={<Skeleton className="h-24" />}>
      {(data) => (
        <StatTiles>
          <Tile
            label="API Health"
            figure={figure(data.apiHealth, sampleFigures.apiHealth, formatPercentage)}
            hint={data.requestCount24h !== undefined && `${formatCount(data.requestCount24h)} requests in 24 hours`}
          />
          <Tile
            label="Response Time"
            figure={figure(data.responseTime, sampleFigures.responseTime, formatMs)}
            hint="P95 latency"
          />
          <Tile
            label="Database storage"
            figure={figure(data.dynamodbStorage, sampleFigures.dynamodbStorage, formatGigabytes)}
          />
          <Tile
            label="Build Status"
            figure={figure(data.buildStatus, sampleFigures.buildStatus, (status) => status)}
            hint={data.buildStatus === null ? 'No build reported' : 'Last reported build'}
          />
        </StatTiles>
      )}
    </Loaded>
  )
}

function Tile({ label, figure: { text, isSample }, hint }: { label: string; figure: Figure; hint?: string | false }) {
  return (
    <StatTile
      label={label}
      value={<span className={/\d/.test(text) ? 'text-xl' : 'text-base'}>{text}</span>}
      hint={isSample ? <SampleMark /> : hint}
    />
  )
}
