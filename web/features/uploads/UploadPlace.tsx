import type { QueryClient } from '@tanstack/react-query'
import { createCase, declareRecording, type ListedCase, listCases } from '#contract/cases/cases.ts'
import { attachVideo } from '#contract/sessions/session-videos.ts'
import { createSession, listSessions, type SessionSummary } from '#contract/sessions/sessions.ts'
import { read, useRead } from '#web/platform/api.ts'
import { call } from '#web/platform/call.ts'
import { formatDay } from '#web/platform/format.ts'
import { Select, TextField } from '#web/ui/kit.ts'

const isNew = 'new'
const isNone = 'none'

/** Destination of a recording. If `sessionId` is undefined, the newest session is preselected. */
export type UploadPlace = { caseId: string; sessionId?: string; title: string; caseNumber: string }
export const noPlace: UploadPlace = { caseId: '', title: '', caseNumber: '' }

export const isPlaceReady = ({ caseId, title, caseNumber }: UploadPlace): boolean =>
  caseId !== isNew || (title.trim() !== '' && caseNumber.trim() !== '')

const findOpen = (sessions: readonly SessionSummary[]) => sessions.findLast(({ status }) => status !== 'locked')

const chooseSession = ({ sessionId }: UploadPlace, sessions: readonly SessionSummary[]): string =>
  sessionId ?? findOpen(sessions)?.id ?? isNew

export type PreparedPlace = { caseId: string | null; sessionId: string | null; isDeclared: boolean }

export const createsSession = ({ sessionId }: PreparedPlace): boolean => sessionId === isNew

export const toPlace = ({ caseId, sessionId }: Pick<PreparedPlace, 'caseId' | 'sessionId'>): UploadPlace => ({
  ...noPlace,
  caseId: caseId ?? '',
  ...(sessionId !== null && { sessionId }),
})

/** Creates the case if it's new. The session is created later, after the user declares that recording is allowed. */
export async function prepareCase(
  cache: QueryClient,
  place: UploadPlace,
  cases: readonly ListedCase[],
): Promise<PreparedPlace> {
  if (place.caseId === '') return { caseId: null, sessionId: null, isDeclared: true }
  if (place.caseId === isNew) {
    const input = { title: place.title.trim(), caseNumber: place.caseNumber.trim() }
    const { id } = await call(createCase, { params: {}, input })
    return { caseId: id, sessionId: isNew, isDeclared: false }
  }
  const chosen = cases.find(({ id }) => id === place.caseId)
  // Read from the cache so that the session matches the one shown in the field.
  const sessions = await cache.ensureQueryData(read(listSessions, { params: { caseId: place.caseId }, input: {} }))
  return {
    caseId: place.caseId,
    sessionId: chooseSession(place, sessions),
    isDeclared: chosen?.recordingDeclared ?? true,
  }
}

export async function prepareSession({ caseId, sessionId }: PreparedPlace): Promise<string | null> {
  if (caseId === null || sessionId === null || sessionId === isNone) return null
  if (sessionId !== isNew) return sessionId
  const input = { type: 'jury_voir_dire', date: null } as const
  return (await call(createSession, { params: { caseId }, input })).id
}

export const placeNouns = [...createCase.touches, ...attachVideo.touches, ...declareRecording.touches] as const

type PlaceProps = {
  place: UploadPlace
  /** If true, the user can't change the case. */
  isFixed?: boolean
  onChange: (place: UploadPlace) => void
}

export function UploadPlaceFields({ place, isFixed = false, onChange }: PlaceProps) {
  const { caseId, title, caseNumber } = place
  const cases = useRead(listCases, { params: {}, input: { limit: 200 } }, { enabled: !isFixed })
  return (
    <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2 lg:max-w-2xl">
      {!isFixed && (
        <Select
          label="Case"
          read={cases}
          value={caseId}
          onChange={(event) => onChange({ ...noPlace, caseId: event.target.value })}
          placeholder="No case (choose later)"
          options={[
            ...(cases.data ?? []).map((each) => ({ value: each.id, label: `${each.title} (${each.caseNumber})` })),
            { value: isNew, label: 'New case…' },
          ]}
        />
      )}
      {caseId === isNew ? (
        <>
          <TextField
            label="Case title"
            value={title}
            onChange={(event) => onChange({ ...place, title: event.target.value })}
          />
          <TextField
            label="Case number"
            value={caseNumber}
            onChange={(event) => onChange({ ...place, caseNumber: event.target.value })}
          />
        </>
      ) : (
        caseId !== '' && <SessionField place={place} onChange={onChange} />
      )}
    </div>
  )
}

function SessionField({ place, onChange }: Pick<PlaceProps, 'place' | 'onChange'>) {
  const sessions = useRead(listSessions, { params: { caseId: place.caseId }, input: {} })
  return (
    <Select
      label="Session"
      read={sessions}
      value={chooseSession(place, sessions.data ?? [])}
      onChange={(event) => onChange({ ...place, sessionId: event.target.value })}
      options={[
        ...(sessions.data ?? []).map(({ id, name, date, status }) => ({
          value: id,
          label: date ? `${name}, ${formatDay(date)}` : name,
          disabled: status === 'locked',
        })),
        { value: isNew, label: 'New session' },
        { value: isNone, label: 'No session' },
      ]}
    />
  )
}
