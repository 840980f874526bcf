import { useNavigate } from '@tanstack/react-router'
import { StartCase } from '#web/features/cases/index.ts'
import { Screen } from '#web/shell/index.ts'
import { BackToCases } from '#web/widgets/case.tsx'

export function NewCase() {
  const navigate = useNavigate()
  return (
    <Screen title="New Case" description="You’ll be the case lead." back={<BackToCases />}>
      <StartCase onCreated={(caseId) => void navigate({ to: '/cases/$caseId', params: { caseId }, replace: true })} />
    </Screen>
  )
}
