import { useState } from 'react'
import { type Export, listCaseExports } from '#contract/exports/exports.ts'
import type { ExportPolicy } from '#contract/exports/policy.ts'
import { createShareLink } from '#contract/exports/share.ts'
import { type ExportTemplate, type ExportType, opensFilms, templateRules } from '#contract/exports/templates.ts'
import { useRead } from '#web/platform/api.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { Notice, ReadNotice, Select, TextField } from '#web/ui/kit.ts'
import { PasswordField } from '../PasswordField.tsx'
import { expiryChoices, firstExpiry } from './plan.ts'
import { useSend } from '../useSend.ts'

type FilmFieldProps = {
  policy: ExportPolicy
  state: FilmLinkState
  error: string | undefined
}

export function FilmField({ policy, state, error }: FilmFieldProps) {
  const { choice, films, faults, change } = state
  const film = films.find(({ id }) => id === choice.open)
  if (!policy.allowLinks) return null
  return (
    <div className="grid gap-4">
      <Select
        label="Timecodes open"
        value={choice.open}
        hint={
          films.length > 0 || !state.list.data
            ? undefined
            : 'Reels and clips from this case appear here when they’re ready and you have permission to share them.'
        }
        options={[
          { value: reviewRoom, label: 'Review room (case members only)' },
          ...films.map((each) => ({ value: each.id, label: describeTitle(each) })),
          { value: pasted, label: 'An exported video I have a link to' },
        ]}
        error={choice.open === pasted ? undefined : error}
        onChange={(event) => change({ open: event.target.value })}
      />
      <ReadNotice of={state.list} what="Reels and clips" />
      {choice.open === pasted && (
        <>
          <TextField
            label="Link address"
            type="url"
            autoComplete="off"
            spellCheck={false}
            value={choice.address}
            hint="The address shown when the link was created. It must open a reel or clip from this case."
            error={error}
            onChange={(event) => change({ address: event.target.value })}
          />
          <Notice tone="warning">
            The file will contain this link. Anyone who has the file can watch the exported video until the link
            expires, using the link’s password if there is one. Timecodes outside that video open the review room.
          </Notice>
        </>
      )}
      {film && (
        <>
          <Select
            label="Link expires after"
            value={choice.expiry}
            options={expiryChoices(policy, { never: false })}
            hint="The link can’t outlast the exported video."
            error={faults.fields.expiresInHours}
            onChange={(event) => change({ expiry: event.target.value })}
          />
          <PasswordField
            label="Link password"
            value={choice.password}
            required={policy.passwordRequired}
            hint="Required once per browser session when someone opens a timecode link."
            error={faults.fields.password}
            onChange={(password) => change({ password })}
          />
          <Notice tone="warning">{describeNotice(film, choice)}</Notice>
        </>
      )}
      {faults.other !== null && (
        <Notice tone="danger" alert>
          {faults.other}
        </Notice>
      )}
    </div>
  )
}

const describeTitle = ({ title, readyAt }: Export): string =>
  readyAt === null ? title : `${title} (created ${formatDateTime(readyAt)})`

const describeNotice = (film: Export, { password, expiry }: FilmLinkState['choice']): string =>
  `The file will contain a link to the exported video. Anyone who has the file can watch it until ${formatDateTime(describeEnd(film, expiry))}, ` +
  `${password === '' ? 'without a password' : 'using the link’s password'}. You can revoke the link from the exported video’s entry. ` +
  'Timecodes outside that video open the review room.'

const mostFilms = 200

type FilmLinkOf = { caseId: string | null; type: ExportType; template: ExportTemplate }

/** Loads films only while the field is visible because a hidden field couldn't show a loading error. */
export function useFilmLink(policy: ExportPolicy, of: FilmLinkOf, isShown: boolean) {
  const { caseId } = of
  const opens = opensFilms(of) && caseId !== null
  const [choice, setChoice] = useState(() => startChoice(policy))
  const [made, setMade] = useState<{ key: string; url: string } | null>(null)
  const { send, faults, busy } = useSend(createShareLink, ['password', 'expiresInHours'], () => {})
  const list = useRead(
    listCaseExports,
    { params: { caseId: caseId ?? '' }, input: { status: 'ready', type: 'mp4', limit: mostFilms } },
    { enabled: opens && policy.allowLinks && isShown },
  )

  /** Calls `go` with the link. Passes undefined if the review room is chosen, or if the form is invalid (`isTaken` is false). */
  function withAddress(isTaken: boolean, go: (filmLink: string | undefined) => void) {
    const { open, address, password, expiry } = choice
    const key = makeKey(choice)
    if (!opens || !isTaken || open === reviewRoom) go(undefined)
    else if (open === pasted) go(address)
    else if (made?.key === key) go(made.url)
    else {
      const label = `the timecodes of “${templateRules[of.template].title}”`
      send(
        {
          params: { exportId: open },
          input: { label, ...(password !== '' && { password }), expiresInHours: Number(expiry) },
        },
        ({ url }) => {
          setMade({ key, url })
          go(url)
        },
      )
    }
  }
  return {
    opens,
    choice,
    films: listLinkableFilms(list.data ?? []),
    list,
    faults,
    busy,
    change: (part: Partial<FilmChoice>) => setChoice({ ...choice, ...part }),
    clear() {
      setChoice(startChoice(policy))
      setMade(null)
    },
    withAddress,
  }
}
type FilmLinkState = ReturnType<typeof useFilmLink>

type FilmChoice = {
  /** `room` for the review room, `pasted` for a pasted link, or the ID of an exported film. */
  open: string
  address: string
  password: string
  expiry: string
}
const reviewRoom = 'room'
const pasted = 'pasted'

const startChoice = (policy: ExportPolicy): FilmChoice => ({
  open: reviewRoom,
  address: '',
  password: '',
  expiry: firstExpiry(policy),
})

export const listLinkableFilms = (list: readonly Export[]): Export[] =>
  list.filter(({ type, status, hasPassword, may }) => type === 'mp4' && status === 'ready' && !hasPassword && may.share)

export function describeEnd({ expiresAt }: Pick<Export, 'expiresAt'>, expiry: string, now = Date.now()): string {
  const asked = now + Number(expiry) * 3_600_000
  return new Date(expiresAt === null ? asked : Math.min(asked, new Date(expiresAt).getTime())).toISOString()
}

/** If an export is rejected and the choice doesn't change, its link is reused. */
export const makeKey = ({ open, password, expiry }: FilmChoice): string => JSON.stringify([open, password, expiry])
