import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type OpenCase, readCase } from '#contract/cases/cases.ts'
import { listJurors } from '#contract/jurors/jurors.ts'
import { createSession, listSessions } from '#contract/sessions/sessions.ts'
import {
  type Chosen,
  describeSeats,
  emptyDraft,
  toInput,
  LayoutEditor,
  noPlace,
  parseOffset,
  planSeating,
  proposeDate,
  type Place,
  PlaceFields,
  SessionFields,
  VideoChooser,
} from '#web/features/sessions/index.ts'
import { RecordingDialog, startUploads, UploadList, UploadZone, useUploads } from '#web/features/uploads/index.ts'
import {
  ApiError,
  Failure,
  getToday,
  invalidateNouns,
  Loaded,
  describeError,
  toast,
  together,
  useAccount,
  useCommand,
  useRead,
} from '#web/platform/index.ts'
import { LoadedScreen, Screen } from '#web/shell/index.ts'
import { aloneLinkClass, Button, Card, Folded, focusFault, Notice, Skeleton } from '#web/ui/kit.ts'
import { addVideoToSession } from '#web/widgets/AddFromLibrary.tsx'
import { BackToCase } from '#web/widgets/case.tsx'

export function NewSession() {
  const { caseId } = useParams({ from: '/_app/cases/$caseId/new-session' })
  const subject = useRead(readCase, { params: { caseId }, input: {} })
  return (
    <LoadedScreen
      title="New session"
      back={<BackToCase caseId={caseId} />}
      query={subject}
      skeleton={<FormSkeleton />}
      absent={<Absent />}
    >
      {(found) => (found.walled ? <Absent /> : <WithDefaults subject={found} />)}
    </LoadedScreen>
  )
}

function FormSkeleton() {
  return (
    <div className="grid max-w-4xl gap-4">
      <Skeleton className="h-44" />
      <Skeleton className="h-16" />
      <Skeleton className="h-80" />
    </div>
  )
}

/** Waits for jurors and sessions so that the seats and date don't change while the user fills in the form. */
function WithDefaults({ subject }: { subject: OpenCase }) {
  const params = { caseId: subject.id }
  const jurors = useRead(listJurors, { params, input: {} })
  const sessions = useRead(listSessions, { params, input: {} })
  const both = together(jurors, sessions)
  const [date, setDate] = useState<string | null>(null)
  if (date === null && sessions.data && !sessions.isFetching) {
    const sessionDates = sessions.data.map((each) => each.date)
    setDate(proposeDate({ voirDireDate: subject.voirDireDate, sessionDates, today: getToday() }))
  }
  if (!both.data || date === null)
    return (
      <Screen title="New session" back={<BackToCase caseId={subject.id} />}>
        <div className="max-w-4xl">
          <Loaded query={{ ...both, data: undefined }} skeleton={<FormSkeleton />}>
            {() => null}
          </Loaded>
        </div>
      </Screen>
    )
  return <Form subject={subject} panel={both.data[0].length} date={date} />
}

function Absent() {
  return (
    <Screen title="Case not found">
      <p className="mb-4">The case you’re looking for doesn’t exist or you don’t have access to it.</p>
      <Link to="/cases" className={aloneLinkClass}>
        Back to cases
      </Link>
    </Screen>
  )
}

/** If this fails, only shows an error, because the video can still be added on the next screen. */
async function addVideo(sessionId: string, videoId: string, place: Place): Promise<void> {
  await addVideoToSession(sessionId, videoId, place).catch((error: unknown) => {
    toast({ title: 'Couldn’t add video', description: describeError(error), variant: 'destructive' })
  })
}

type FormProps = { subject: OpenCase; panel: number; date: string }

function Form({ subject, panel, date }: FormProps) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const uploads = useUploads()
  const { userId } = useAccount()
  const create = useCommand(createSession)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (create.error) focusFault(form.current)
  }, [create.error])
  const [draft, setDraft] = useState(() => ({
    ...emptyDraft,
    date,
    venireSize: panel === 0 ? '' : String(panel),
  }))
  const [layout, setLayout] = useState(() => planSeating(subject, panel))
  const [chosen, setChosen] = useState<Chosen>({})
  const [places, setPlaces] = useState<Chosen>({})
  const isDeclared = subject.recordingPermission !== null
  const [isAsking, setAsking] = useState(false)
  const [isSendingAll, setSendingAll] = useState(false)
  const files = uploads.filter((each) => each.state === 'selected' || each.state === 'failed')
  const wantsVideos = files.length > 0 || Object.keys(chosen).length > 0
  const errors = create.error instanceof ApiError ? create.error.fields : {}
  const hasWrongOffset = [...Object.values(chosen), ...Object.values(places)].some(
    ({ offset }) => parseOffset(offset) === null,
  )

  /** Stays busy until everything is sent so that a second click can't create a second session. */
  async function send() {
    setAsking(false)
    setSendingAll(true)
    try {
      await sendAll()
    } finally {
      setSendingAll(false)
    }
  }
  async function sendAll() {
    const session = await create.mutateAsync({
      params: { caseId: subject.id },
      input: { ...toInput(draft), seatingLayout: layout },
    })
    for (const [videoId, place] of Object.entries(chosen)) await addVideo(session.id, videoId, place)
    const refresh = () => invalidateNouns(cache, ['sessions', 'videos', 'cases'])
    if (files.length > 0) {
      startUploads({ userId, caseId: subject.id }, (videoId, key) => {
        void addVideo(session.id, videoId, places[key] ?? noPlace).then(refresh)
      })
    }
    await refresh()
    await navigate({ to: '/sessions/$sessionId/progress', params: { sessionId: session.id } })
  }
  function handleSubmit() {
    if (wantsVideos && !isDeclared) setAsking(true)
    else send().catch(() => {})
  }
  return (
    <Screen
      title="New session"
      description={[
        `${subject.title} (${subject.caseNumber})`,
        subject.judge,
        panel === 0 ? 'No jurors on the list yet' : `${panel} ${panel === 1 ? 'juror' : 'jurors'} on the list`,
      ]
        .filter(Boolean)
        .join(' · ')}
      back={<BackToCase caseId={subject.id} />}
    >
      <form
        ref={form}
        noValidate
        className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          handleSubmit()
        }}
      >
        <Card title="Session">
          <SessionFields
            isShort
            draft={draft}
            onChange={setDraft}
            errors={errors}
            namePlaceholder="Voir dire day (numbered automatically)"
          />
        </Card>
        <Card>
          <Folded title="Seating" hint={describeSeats(layout)}>
            <LayoutEditor layout={layout} onChange={setLayout} />
          </Folded>
        </Card>
        <Card title="Videos">
          <div className="grid gap-4">
            {!isDeclared && (
              <Notice tone="warning">
                This case has no recording permission yet. You’ll be asked for it before the first video is added.
              </Notice>
            )}
            <VideoChooser caseId={subject.id} chosen={chosen} onChange={setChosen} />
            <UploadZone />
            {uploads.length > 0 && <UploadList items={uploads} />}
            {files.map(({ key, file }) => (
              <div key={key} className="grid gap-2">
                <p className="text-sm font-medium break-words">{file.name}</p>
                <PlaceFields
                  name={file.name}
                  place={places[key] ?? noPlace}
                  onChange={(place) => setPlaces({ ...places, [key]: place })}
                />
              </div>
            ))}
          </div>
        </Card>
        <Failure of={create.error} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="submit" variant="primary" busy={isSendingAll} disabled={hasWrongOffset}>
            {files.length > 0
              ? `Create and upload ${files.length === 1 ? '1 file' : `${files.length} files`}`
              : 'Create session'}
          </Button>
        </div>
      </form>
      <RecordingDialog
        subject={isAsking ? subject : null}
        onClose={() => setAsking(false)}
        onDeclared={() => void send().catch(() => {})}
      />
    </Screen>
  )
}
