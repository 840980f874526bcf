import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { readCase } from '#contract/cases.ts'
import { JurorsPanel } from '#web/features/jurors/JurorsPanel.tsx'
import { useRead } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Screen } from '#web/shell/Screen.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** The jurors of one case with the whole width of the screen, for the seats. */
export function Jurors() {
  const { caseId } = useParams({ from: '/_app/cases/$caseId/jurors' })
  const subject = useRead(readCase, { params: { caseId }, input: {} })
  if (subject.error instanceof ApiError && subject.error.status === 404) return <Absent />
  return (
    <Loaded query={subject} skeleton={<Skeleton className="m-6 h-96" />}>
      {(found) =>
        found.walled ? (
          <Absent />
        ) : (
          <Screen
            title="Jurors"
            description={`${found.title} (${found.caseNumber})`}
            back={
              <Link to="/cases" className="inline-flex items-center gap-1">
                <ArrowLeft className="size-4" />
                Back to cases
              </Link>
            }
          >
            <JurorsPanel
              caseId={caseId}
              mayEdit={found.may.manageJurors}
              seesWork={found.may.seeWorkProduct}
              isAnonymous={found.confidentiality === 'anonymous_jury'}
            />
          </Screen>
        )
      }
    </Loaded>
  )
}

function Absent() {
  return (
    <Screen title="Case Not Found">
      <p className="mb-4">The case you’re looking for doesn’t exist or you don’t have access to it.</p>
      <Link to="/cases">Back to cases</Link>
    </Screen>
  )
}
