import { Plus } from 'lucide-react'
import { useState } from 'react'
import { deleteEndpoint, type EndpointRecord, listEndpoints } from '#contract/operations/operations.ts'
import { useCommand, useRead } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { useAccount } from '#web/platform/session.ts'
import { Button, Card, ConfirmDialog, Skeleton } from '#web/ui/kit.ts'
import { EndpointDetails } from './EndpointDetails.tsx'
import { EndpointDialog } from './EndpointDialog.tsx'
import { type EndpointAct, EndpointRow } from './EndpointRow.tsx'

/** The busiest come first; the rest are a press away. */
const shown = 8

type Open = { act: EndpointAct; endpoint: EndpointRecord } | null

export function EndpointsCard({ isAdding, onAdd }: { isAdding: boolean; onAdd: (isAdding: boolean) => void }) {
  const endpoints = useRead(listEndpoints, { params: {}, input: {} })
  const remove = useCommand(deleteEndpoint)
  const { isOperator } = useAccount()
  const [open, setOpen] = useState<Open>(null)
  const [showsAll, setShowsAll] = useState(false)
  const close = () => {
    remove.reset()
    setOpen(null)
    onAdd(false)
  }
  const onAct = (act: EndpointAct, endpoint: EndpointRecord) => setOpen({ act, endpoint })

  return (
    <Card
      title="API Endpoints"
      actions={
        isOperator && (
          <Button icon={<Plus className="size-4" />} onClick={() => onAdd(true)}>
            Add Endpoint
          </Button>
        )
      }
    >
      <Loaded query={endpoints} skeleton={<Skeleton className="h-64" />}>
        {(all) => (
          <>
            <ul>
              {(showsAll ? all : all.slice(0, shown)).map((endpoint) => (
                <EndpointRow key={endpoint.id} endpoint={endpoint} onAct={onAct} />
              ))}
            </ul>
            {all.length > shown && (
              <Button variant="quiet" onClick={() => setShowsAll(!showsAll)} aria-expanded={showsAll}>
                {showsAll ? 'Show the busiest only' : `Show all ${all.length}`}
              </Button>
            )}
          </>
        )}
      </Loaded>
      <EndpointDetails endpoint={open?.act === 'view' ? open.endpoint : null} isOperator={isOperator} onClose={close} />
      <EndpointDialog
        key={open?.endpoint?.id ?? 'new'}
        endpoint={open?.endpoint ?? null}
        open={open?.act === 'edit' || (isAdding && isOperator)}
        onOpenChange={close}
      />
      <ConfirmDialog
        open={open?.act === 'delete'}
        onOpenChange={close}
        title={`Stop checking ${open?.endpoint?.url ?? ''}?`}
        description="What was measured of it is forgotten."
        confirmLabel="Delete"
        danger
        busy={remove.isPending}
        error={remove.error && describeError(remove.error)}
        onConfirm={() => remove.mutate({ params: { id: open?.endpoint?.id ?? '' }, input: {} }, { onSuccess: close })}
      />
    </Card>
  )
}
