import { useState } from 'react'
import { type Export, listCaseExports } from '#contract/exports/exports.ts'
import type { ExportPolicy } from '#contract/exports/policy.ts'
import { createShareLink } from '#contract/exports/share.ts'
import { type ExportTemplate, type ExportType, opensFilms, templateRules } from '#contract/exports/templates.ts'
import { useRead } from '#web/platform/api.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { Notice, ReadNotice, Select, TextField } from '#web/ui/kit.ts'
import { PasswordField } from './PasswordField.tsx'
import { expiryChoices, firstExpiry } from './plan.ts'
import { useSend } from './useSend.ts'

type FilmFieldProps = {
  policy: ExportPolicy
  state: FilmLinkState
  error: string | undefined
}

/** What the timecodes of a file open. Says beforehand what whoever gets the file can do with it. */
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
            : 'A reel or a clip of this case is offered here once it is ready and you may share it.'
        }
        options={[
          { value: reviewRoom, label: 'The review room (members of the case)' },
          ...films.map((each) => ({ value: each.id, label: describeTitle(each) })),
          { value: pasted, label: 'A film whose link I have' },
        ]}
        error={choice.open === pasted ? undefined : error}
        onChange={(event) => change({ open: event.target.value })}
      />
      <ReadNotice of={state.list} what="Reels and clips" />
      {choice.open === pasted && (
        <>
          <TextField
            label="Address of the link"
            type="url"
            autoComplete="off"
            spellCheck={false}
            value={choice.address}
            hint="As it was shown when the link was made. It has to open a reel or a clip of this case."
            error={error}
            onChange={(event) => change({ address: event.target.value })}
          />
          <Notice tone="warning">
            The file then holds this link: whoever has the file can open the film until the link ends, with its password
            if it has one. Timecodes that the film does not show open the review room.
          </Notice>
        </>
      )}
      {film && (
        <>
          <Select
            label="Link ends after"
            value={choice.expiry}
            options={expiryChoices(policy, { never: false })}
            hint="And never later than the film."
            error={faults.fields.expiresInHours}
            onChange={(event) => change({ expiry: event.target.value })}
          />
          <PasswordField
            label="Password of the link"
            value={choice.password}
            required={policy.passwordRequired}
            hint="Asked of whoever follows a timecode, in every new browser session."
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
  readyAt === null ? title : `${title} (made ${formatDateTime(readyAt)})`

const describeNotice = (film: Export, { password, expiry }: FilmLinkState['choice']): string =>
  `A link to the film is made, and the file holds it: whoever has the file can watch the film until ${formatDateTime(describeEnd(film, expiry))}, ` +
  `${password === '' ? 'without a password' : 'with the password of the link'}. The link is listed with the film and can be revoked there. ` +
  'Timecodes that the film does not show open the review room.'

const mostFilms = 200

type FilmLinkOf = { caseId: string | null; type: ExportType; template: ExportTemplate }

/** What timecodes open, and the link to it: made only when the file is ordered, and once for the same choice. */
export function useFilmLink(policy: ExportPolicy, of: FilmLinkOf) {
  const { caseId } = of
  const opens = opensFilms(of) && caseId !== null
  const [choice, setChoice] = useState(() => startChoice(policy))
  const [made, setMade] = useState<{ key: string; url: string } | null>(null)
  const { send, faults, busy } = useSend(createShareLink, ['password', 'expiresInHours'], () => {})
  const list = useRead(
    listCaseExports,
    { params: { caseId: caseId ?? '' }, input: { status: 'ready', type: 'mp4', limit: mostFilms } },
    { enabled: opens && policy.allowLinks },
  )

  /**
   * Goes on with the address that the order is to carry; undefined for the review room. `isTaken`: whether the order is
   * good as far as the browser can tell, for no link is made for one that is refused at once.
   */
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
    films: linkableFilms(list.data ?? []),
    list,
    faults,
    busy,
    change: (part: Partial<FilmChoice>) => setChoice({ ...choice, ...part }),
    /** After the file was ordered: the next one has a link of its own. */
    clear() {
      setChoice(startChoice(policy))
      setMade(null)
    },
    withAddress,
  }
}
type FilmLinkState = ReturnType<typeof useFilmLink>

type FilmChoice = {
  /** `room`: the review room. `pasted`: the film behind an address that somebody has. Else the id of a film's export. */
  open: string
  address: string
  password: string
  /** Hours after which that link ends. */
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

/** Films that a browser plays and that the person may put a link to. */
export const linkableFilms = (list: readonly Export[]): Export[] =>
  list.filter(({ type, status, hasPassword, may }) => type === 'mp4' && status === 'ready' && !hasPassword && may.share)

/** When a link that is made now ends: never later than the file it opens. */
export function describeEnd({ expiresAt }: Pick<Export, 'expiresAt'>, expiry: string, now = Date.now()): string {
  const asked = now + Number(expiry) * 3_600_000
  return new Date(expiresAt === null ? asked : Math.min(asked, new Date(expiresAt).getTime())).toISOString()
}

/** The same key: the link that was made serves again, where the export itself was refused. */
export const makeKey = ({ open, password, expiry }: FilmChoice): string => JSON.stringify([open, password, expiry])
