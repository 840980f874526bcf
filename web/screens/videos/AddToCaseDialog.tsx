import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type ListedCase, listCases } from '#contract/cases/cases.ts'
import { attachVideo } from '#contract/sessions/session-videos.ts'
import { listSessions } from '#contract/sessions/sessions.ts'
import { moveVideo, type VideoDetail } from '#contract/videos/videos.ts'
import { RecordingDialog } from '#web/features/uploads/index.ts'
import { VideoPlace } from '#web/features/videos/index.ts'
import {
  call,
  Failure,
  formatDay,
  invalidateNouns,
  Loaded,
  describeError,
  toast,
  useRead,
} from '#web/platform/index.ts'
import { Button, Dialog, DialogActions, linkClass, ReadNotice, Select, Skeleton } from '#web/ui/kit.ts'

type Target = { caseId: string; sessionId: string }
type AddToCaseDialogProps = { video: VideoDetail; open: boolean; onClose: () => void }

const mostCases = 500

export function AddToCaseDialog({ video, open, onClose }: AddToCaseDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={video.session ? 'Move video' : 'Add to Case'}
      description={
        video.session
          ? 'The analysis and annotations move with the video. If you move it to another case, you’ll have to assign its voices to jurors again.'
          : 'Case members will be able to see this video, its analysis, and its annotations.'
      }
    >
      <Form video={video} onClose={onClose} />
    </Dialog>
  )
}

function Form({ video, onClose }: Omit<AddToCaseDialogProps, 'open'>) {
  const cache = useQueryClient()
  const cases = useRead(listCases, { params: {}, input: { limit: mostCases } })
  const [caseId, setCaseId] = useState(video.caseId ?? '')
  const [sessionId, setSessionId] = useState(video.session?.id ?? '')
  const [isBusy, setBusy] = useState(false)
  const [asking, setAsking] = useState<Target | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const isSameCase = caseId === (video.caseId ?? '')
  const joins = sessionId !== '' && sessionId !== video.session?.id

  async function send(to: Target = { caseId, sessionId }) {
    const { caseId, sessionId } = to
    const isSameCase = caseId === (video.caseId ?? '')
    const joins = sessionId !== '' && sessionId !== video.session?.id
    setAsking(null)
    setBusy(true)
    setFailure(null)
    const { id: videoId } = video
    try {
      if (video.session) {
        await call(attachVideo, { params: { sessionId }, input: { videoId, from: video.session.id } })
        toast({ title: 'Video moved', description: `${video.filename} was moved to the session.` })
        return onClose()
      }
      if (!isSameCase && (video.caseId !== null || !joins)) {
        await call(moveVideo, { params: { videoId }, input: { caseId: caseId || null } })
      }
      if (joins) {
        await call(attachVideo, { params: { sessionId }, input: { videoId } })
        toast({ title: 'Video added', description: `${video.filename} was added to the session.` })
      }
      onClose()
    } catch (error) {
      setFailure(describeError(error))
    } finally {
      setBusy(false)
      void invalidateNouns(cache, [...moveVideo.touches, ...attachVideo.touches])
    }
  }
  return (
    <Loaded query={cases} skeleton={<Skeleton className="h-32" />}>
      {(all) => {
        const chosen = all.find((each) => each.id === caseId)
        const needsDeclaring = chosen && !chosen.recordingDeclared && (!isSameCase || joins)
        return (
          <div className="grid gap-4">
            {video.session && (
              <p className="flex flex-wrap gap-x-2">
                <span className="text-ink-2">Now in</span>
                <VideoPlace video={video} className="flex-wrap" />
              </p>
            )}
            <RecentSessions
              cases={all}
              current={video.session?.id}
              busy={isBusy}
              onChoose={(to, isDeclared) => (isDeclared ? void send(to) : setAsking(to))}
            />
            <Select
              label="Case"
              value={caseId}
              placeholder={video.session ? 'Choose a case' : 'No case'}
              options={all.map((each) => ({ value: each.id, label: `${each.title} (${each.caseNumber})` }))}
              onChange={(event) => {
                setCaseId(event.target.value)
                setSessionId('')
              }}
            />
            {caseId !== '' && (
              <SessionField
                caseId={caseId}
                sessionId={sessionId}
                required={video.session !== null}
                onChange={setSessionId}
              />
            )}
            <Failure of={failure} />
            <DialogActions>
              <Button onClick={onClose}>Cancel</Button>
              <Button
                variant="primary"
                busy={isBusy}
                disabled={!joins && (isSameCase || video.session !== null)}
                onClick={() => (needsDeclaring ? setAsking({ caseId, sessionId }) : void send())}
              >
                {video.session ? 'Move video' : getSubmitLabel(caseId === '' && video.caseId !== null, joins)}
              </Button>
            </DialogActions>
            <RecordingDialog
              subject={asking && { id: asking.caseId }}
              submitLabel={video.session ? 'Confirm and move' : 'Confirm and add'}
              onClose={() => setAsking(null)}
              onDeclared={() => asking && void send(asking)}
            />
          </div>
        )
      }}
    </Loaded>
  )
}

const getSubmitLabel = (leaves: boolean, joins: boolean): string =>
  leaves ? 'Remove from case' : joins ? 'Add to session' : 'Add to Case'

const mostRecent = 3

type RecentSessionsProps = {
  cases: readonly ListedCase[]
  /** The video's current session, which isn't offered as a choice. */
  current: string | undefined
  busy: boolean
  onChoose: (to: Target, isDeclared: boolean) => void
}

function RecentSessions({ cases, ...rest }: RecentSessionsProps) {
  const recent = cases
    .filter(({ sessions }) => sessions > 0)
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
    .slice(0, mostRecent)
  if (recent.length === 0) return null
  return (
    <section aria-label="Recent" className="grid gap-2 empty:hidden">
      {recent.map((each) => (
        <RecentSession key={each.id} of={each} {...rest} />
      ))}
    </section>
  )
}

function RecentSession({ of, current, busy, onChoose }: Omit<RecentSessionsProps, 'cases'> & { of: ListedCase }) {
  const sessions = useRead(listSessions, { params: { caseId: of.id }, input: {} })
  const newest = sessions.data?.findLast(({ id, status }) => status !== 'locked' && id !== current)
  if (!newest) return <ReadNotice of={sessions} what={`Sessions in ${of.title}`} />
  return (
    <Button
      disabled={busy}
      className="whitespace-normal!"
      onClick={() => onChoose({ caseId: of.id, sessionId: newest.id }, of.recordingDeclared)}
    >
      {`${current ? 'Move' : 'Add'} to ${newest.name}, ${of.title}`}
    </Button>
  )
}

type SessionFieldProps = {
  caseId: string
  sessionId: string
  required: boolean
  onChange: (sessionId: string) => void
}

function SessionField({ caseId, sessionId, required, onChange }: SessionFieldProps) {
  const sessions = useRead(listSessions, { params: { caseId }, input: {} })
  if (sessions.data?.length === 0)
    return (
      <p className="text-ink-2">
        {'This case has no sessions yet. '}
        <Link to="/cases/$caseId/new-session" params={{ caseId }} className={linkClass}>
          Create a session
        </Link>
      </p>
    )
  return (
    <Select
      label="Session"
      required={required}
      value={sessionId}
      placeholder={required ? 'Choose a session' : 'No session'}
      read={sessions}
      options={(sessions.data ?? []).map(({ id, name, date, status }) => ({
        value: id,
        label: date ? `${name}, ${formatDay(date)}` : name,
        disabled: status === 'locked',
      }))}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
