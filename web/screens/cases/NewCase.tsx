import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { readCase } from '#contract/cases/cases.ts'
import { DraftStepper, StartCase, type StepName, stepNames } from '#web/features/cases/index.ts'
import { Loaded, useRead } from '#web/platform/index.ts'
import { Screen } from '#web/shell/index.ts'
import { buttonClass, EmptyState, Skeleton } from '#web/ui/kit.ts'
import { BackToCases } from '#web/widgets/case.tsx'

export function NewCase() {
  const { caseId, step = 'basics' } = useSearch({ from: '/_app/cases/new' })
  const navigate = useNavigate({ from: '/cases/new' })
  const goTo = (next: StepName) => void navigate({ search: (old) => ({ ...old, step: next }) })
  return (
    <Screen
      title="New Case"
      description={caseId ? 'Everything you enter is saved as you go.' : 'You’ll be the case lead.'}
      back={<BackToCases />}
    >
      {caseId ? (
        <KnownDraft caseId={caseId} step={stepNames.find((each) => each === step) ?? 'basics'} onStep={goTo} />
      ) : (
        <StartCase onCreated={(id) => void navigate({ search: { caseId: id, step: 'forum' }, replace: true })} />
      )}
    </Screen>
  )
}

type KnownDraftProps = { caseId: string; step: StepName; onStep: (step: StepName) => void }

function KnownDraft({ caseId, step, onStep }: KnownDraftProps) {
  const found = useRead(readCase, { params: { caseId }, input: {} })
  const navigate = useNavigate()
  const toCase = () => void navigate({ to: '/cases/$caseId', params: { caseId } })
  return (
    <Loaded query={found} skeleton={<Skeleton className="h-96" />}>
      {(data) =>
        data.walled || data.status !== 'draft' ? (
          <EmptyState
            title="This case isn’t a draft"
            action={
              <Link to="/cases/$caseId" params={{ caseId }} className={buttonClass({ variant: 'primary' })}>
                Open case
              </Link>
            }
          />
        ) : (
          <DraftStepper key={data.id} opened={data} step={step} onStep={onStep} onDone={toCase} />
        )
      }
    </Loaded>
  )
}
