import type { ExportPolicy } from '#contract/exports/policy.ts'
import type { Export } from '#contract/exports/exports.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { Notice, ReadNotice, Select, TextField } from '#web/ui/kit.ts'
import { expiryChoices } from './expiry.ts'
import { describeEnd, pasted, reviewRoom } from './film.ts'
import { PasswordField } from './PasswordField.tsx'
import type { FilmLinkState } from './useFilmLink.ts'

type FilmFieldProps = {
  policy: ExportPolicy
  state: FilmLinkState
  /** What the server says of the address. */
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
