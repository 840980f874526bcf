import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { listCases } from '#contract/cases/cases.ts'
import { attachVideo } from '#contract/sessions/session-videos.ts'
import { invalidateNouns, useRead } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { call } from '#web/platform/call.ts'
import { useAccount } from '#web/platform/session.ts'
import { toast } from '#web/platform/toast.ts'
import { Button, Card } from '#web/ui/kit.ts'
import { isSending, startUploads, useUploads } from './queue.ts'
import { RecordingDialog } from './RecordingDialog.tsx'
import { UploadList } from './UploadList.tsx'
import {
  createsSession,
  isPlaceReady,
  noPlace,
  placeNouns,
  prepareCase,
  type PreparedPlace,
  prepareSession,
  toPlace,
  type UploadPlace,
  UploadPlaceFields,
} from './UploadPlace.tsx'
import { UploadZone } from './UploadZone.tsx'

export function useUploadTo(
  onPrepared: (place: UploadPlace) => void,
  onArrived?: (videoId: string, sessionId: string | null) => void,
) {
  const cache = useQueryClient()
  const { userId } = useAccount()
  const [isPreparing, setPreparing] = useState(false)
  const [undeclared, setUndeclared] = useState<(PreparedPlace & { id: string }) | null>(null)

  async function prepare(work: () => Promise<void>) {
    setPreparing(true)
    try {
      await work()
    } catch (error) {
      toast({ title: 'Upload Failed', description: describeError(error), variant: 'destructive' })
    } finally {
      setPreparing(false)
      void invalidateNouns(cache, placeNouns)
    }
  }
  async function begin(place: PreparedPlace) {
    const sessionId = await prepareSession(place)
    if (createsSession(place)) onPrepared(toPlace({ ...place, sessionId }))
    startUploads({ userId, caseId: place.caseId }, (videoId) => {
      if (sessionId === null) return onArrived?.(videoId, null)
      call(attachVideo, { params: { sessionId }, input: { videoId } })
        .then(() => onArrived?.(videoId, sessionId))
        .catch((error: unknown) => {
          toast({ title: 'Couldn’t add video', description: describeError(error), variant: 'destructive' })
        })
        .finally(() => void invalidateNouns(cache, ['sessions', 'videos']))
    })
  }
  const send = (choose: (cache: QueryClient) => Promise<PreparedPlace>) =>
    prepare(async () => {
      const place = await choose(cache)
      if (createsSession(place)) onPrepared(toPlace(place))
      if (place.caseId !== null && !place.isDeclared) setUndeclared({ ...place, id: place.caseId })
      else await begin(place)
    })
  const dialog = (
    <RecordingDialog
      subject={undeclared}
      onClose={() => setUndeclared(null)}
      onDeclared={() => {
        const place = undeclared
        setUndeclared(null)
        if (place) void prepare(() => begin(place))
      }}
    />
  )
  return { isPreparing, send, dialog }
}

type UploadBoxProps = {
  caseId: string
  isDeclared: boolean
  sessionId?: string
  /** Called after a single recording has been uploaded. By default, opens its page, where its voices can be named. */
  onArrived?: (videoId: string) => void
}

export function UploadBox({ caseId, isDeclared, sessionId, onArrived }: UploadBoxProps) {
  const items = useUploads()
  const [place, setPlace] = useState<UploadPlace>({ ...noPlace, caseId })
  const openVideo = useVideoPage()
  const { isPreparing, send, dialog } = useUploadTo(setPlace, (videoId) => {
    if (items.length <= 1) (onArrived ?? openVideo)(videoId)
  })
  const ready = items.filter((each) => each.state === 'selected' || each.state === 'failed')
  const isBusy = items.some((each) => isSending(each.state))
  return (
    <div className="grid gap-4">
      <UploadZone />
      {items.length > 0 && <UploadList items={items} />}
      {ready.length > 0 && (
        <div className="flex flex-wrap items-end gap-3">
          {sessionId === undefined && <UploadPlaceFields place={place} isFixed onChange={setPlace} />}
          <Button
            variant="primary"
            busy={isPreparing}
            disabled={isBusy}
            onClick={() =>
              void send(async (cache) =>
                sessionId === undefined
                  ? { ...(await prepareCase(cache, place, [])), isDeclared }
                  : { caseId, sessionId, isDeclared },
              )
            }
          >
            {`Upload ${ready.length} file(s)`}
          </Button>
        </div>
      )}
      {dialog}
    </div>
  )
}

export type CaseUploadProps = Pick<UploadBoxProps, 'caseId' | 'isDeclared'>

export function CaseUpload(props: CaseUploadProps) {
  return (
    <Card title="Upload">
      <UploadBox {...props} />
    </Card>
  )
}

export function useVideoPage() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (videoId: string) => {
    if (window.location.pathname === pathname) void navigate({ to: '/videos/$videoId', params: { videoId } })
  }
}

export function useUploadChoice(onArrived?: (videoId: string, sessionId: string | null) => void) {
  const hasFiles = useUploads().length > 0
  const cases = useRead(listCases, { params: {}, input: { limit: 200 } }, { enabled: hasFiles })
  const [place, setPlace] = useState<UploadPlace | null>(null)
  const { isPreparing, send, dialog } = useUploadTo(setPlace, onArrived)
  return {
    cases,
    place,
    setPlace,
    isPreparing,
    dialog,
    isReady: (chosen: UploadPlace) => cases.data !== undefined && isPlaceReady(chosen),
    start: (chosen: UploadPlace) => void send((cache) => prepareCase(cache, chosen, cases.data ?? [])),
  }
}
