import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { deleteJuror, type Juror, readJuror, restoreJuror } from '#contract/jurors/jurors.ts'
import { JurorHighlights } from '#web/features/highlights/index.ts'
import { FactQuotes, HistoryCard, RatingCard, RecordCard, RestrictedCard } from '#web/features/jurors/index.ts'
import { describeError, toast, useCommand, useRead, useRestoreTime } from '#web/platform/index.ts'
import { LoadedScreen, Screen } from '#web/shell/index.ts'
import { aloneLinkClass, Button, ConfirmDialog, Skeleton } from '#web/ui/kit.ts'
import { DraftStrike } from '#web/widgets/DraftStrike.tsx'
import { JurorStrikes } from './JurorStrikes.tsx'
import { BackToCases } from '#web/widgets/case.tsx'

export function JurorDetail() {
  const { jurorId } = useParams({ from: '/_app/jurors/$jurorId' })
  const juror = useRead(readJuror, { params: { jurorId }, input: {} })
  return (
    <LoadedScreen
      title="Juror"
      back={<BackToCases />}
      query={juror}
      skeleton={<Skeleton className="h-96" />}
      absent={<JurorNotFound />}
    >
      {(found) => <Found key={found.id} juror={found} />}
    </LoadedScreen>
  )
}

function JurorNotFound() {
  return (
    <Screen title="Juror not found">
      <p className="mb-4">The juror you’re looking for doesn’t exist or you don’t have access to it.</p>
      <Link to="/cases" className={aloneLinkClass}>
        Back to cases
      </Link>
    </Screen>
  )
}

function Found({ juror }: { juror: Juror }) {
  const { caseId } = juror
  return (
    <Screen
      title={`Juror ${juror.jurorNumber}`}
      description={[juror.displayName, juror.seat === null ? '' : `Seat ${juror.seat}`].filter(Boolean).join(' · ')}
      back={
        <Link
          to="/cases/$caseId"
          params={{ caseId }}
          search={{ tab: 'jurors' }}
          className="inline-flex items-center gap-1"
        >
          <ArrowLeft className="size-4" />
          Back to jurors
        </Link>
      }
      actions={juror.may.edit && <DeleteButton juror={juror} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6 lg:order-2">
          {juror.may.seeWorkProduct && <RatingCard juror={juror} />}
          <HistoryCard juror={juror} />
          <JurorStrikes juror={juror} />
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6 lg:order-1">
          <JurorHighlights
            caseId={caseId}
            jurorNumber={juror.jurorNumber}
            renderMore={(highlight, sessionId) =>
              juror.may.rate && <DraftStrike sessionId={sessionId} highlight={highlight} />
            }
          />
          <RecordCard juror={juror} />
          <FactQuotes juror={juror} />
          {juror.may.restricted && (
            <RestrictedCard caseId={caseId} jurorId={juror.id} mayEdit={juror.may.keepRestricted} />
          )}
        </div>
      </div>
    </Screen>
  )
}

function DeleteButton({ juror: { id, caseId, jurorNumber } }: { juror: Juror }) {
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const remove = useCommand(deleteJuror)
  const restore = useCommand(restoreJuror)
  const restoreTime = useRestoreTime()
  const args = { params: { jurorId: id }, input: {} }

  function handleUndo() {
    restore.mutate(args, {
      onError: (error) =>
        void toast({ title: 'Couldn’t restore juror', description: describeError(error), variant: 'destructive' }),
    })
  }
  function handleDelete() {
    remove.mutate(args, {
      onSuccess: () => {
        void navigate({ to: '/cases/$caseId', params: { caseId }, search: { tab: 'jurors' } })
        toast({
          title: 'Juror deleted',
          ...(restoreTime !== null && {
            description: `You have ${restoreTime} to restore juror ${jurorNumber}.`,
            action: { label: 'Undo', altText: 'Restore juror', onAction: handleUndo },
          }),
        })
      },
    })
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>Delete</Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Delete juror ${jurorNumber}?`}
        description={`This removes the juror from the list and their seat. ${restoreTime === null ? 'You can’t restore them.' : `You can restore them for ${restoreTime}.`}`}
        confirmLabel="Delete juror"
        danger
        busy={remove.isPending}
        error={remove.error ? describeError(remove.error) : null}
        onConfirm={handleDelete}
      />
    </>
  )
}
