import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { listTeam } from '#contract/account/team.ts'
import {
  CaseImport,
  confirmCaseImport,
  type FoundArchive,
  originWords,
  readCaseImport,
} from '#contract/exports/archives.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { nothingElse, useCommand, useRead, getIdempotencyKey } from '#web/platform/api.ts'
import { describeError, ApiError } from '#web/platform/apiError.ts'
import { noteAttendance } from '#web/platform/network/attendance.ts'
import {
  Button,
  buttonClass,
  Dialog,
  DialogActions,
  fileClass,
  Notice,
  ProgressBar,
  Select,
  Skeleton,
  TextField,
} from '#web/ui/kit.ts'

const pollMs = 1500

export function CaseImportDialog({ importId, onClose }: { importId?: string; onClose: () => void }) {
  const [sent, setSent] = useState<string | null>(importId ?? null)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Import a case"
      description="Select a case archive: the zip file created with the “Case archive” export, here or on another installation."
    >
      {sent ? (
        <Outcome importId={sent} onClose={onClose} onAgain={() => setSent(null)} />
      ) : (
        <Source onSent={({ id }) => setSent(id)} onClose={onClose} />
      )}
    </Dialog>
  )
}

function Source({ onSent, onClose }: { onSent: (sent: CaseImport) => void; onClose: () => void }) {
  const fileId = useId()
  const sending = useRef<SendingArchive | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [caseNumber, setCaseNumber] = useState('')
  const [fraction, setFraction] = useState<number | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => () => sending.current?.stop(), [])
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!file) return setFault('Select an archive.')
    setFault(null)
    setFraction(0)
    sending.current = sendArchive(file, { caseNumber, onProgress: setFraction })
    try {
      const made = await sending.current.done
      sending.current = null
      onSent(made)
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
      setFraction(null)
    }
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <div className="grid gap-1">
        <label htmlFor={fileId} className="text-sm font-medium">
          Archive
        </label>
        <input
          id={fileId}
          type="file"
          accept=".zip,application/zip"
          className={fileClass}
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
        />
      </div>
      <TextField
        label="Case number"
        required={false}
        maxLength={60}
        value={caseNumber}
        hint="Only needed if the archive’s case number is already in use here."
        onChange={(event) => setCaseNumber(event.target.value)}
      />
      <p className="text-sm text-ink-2">
        The archive is verified first. Next, you match the people in it to members of your firm. You’ll be the case
        lead. Restricted records are never included in an archive.
      </p>
      {fraction !== null && <ProgressBar label="Uploading archive" value={Math.round(fraction * 100)} />}
      {fault !== null && (
        <Notice tone="danger" alert>
          {fault}
        </Notice>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={fraction !== null}>
          Import
        </Button>
      </DialogActions>
    </form>
  )
}

function Outcome({ importId, onClose, onAgain }: { importId: string; onClose: () => void; onAgain: () => void }) {
  const query = useRead(readCaseImport, { params: { importId }, input: {} }, { pollMs })
  const status = query.data?.status
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-24" />}>
      {({ failure, result, caseId, found }) =>
        found ? (
          <PeopleMatching importId={importId} found={found} onClose={onClose} />
        ) : (
          <>
            {status !== 'done' && status !== 'failed' && (
              <output className="grid gap-2">
                <ProgressBar label="Verifying and importing" value={null} />
                <p className="text-sm text-ink-2">
                  You can close this window. We’ll notify you when your input is needed.
                </p>
              </output>
            )}
            {status === 'failed' && (
              <Notice tone="danger" alert>
                {failure}
              </Notice>
            )}
            {result && (
              <output className="grid gap-2">
                <p className="font-medium break-words">{`Imported ${result.title} (${result.caseNumber}).`}</p>
                {result.people.imported.length > 0 && (
                  <p className="text-sm break-words text-ink-2">
                    {`Not matched, imported as names only: ${result.people.imported.join(', ')}.`}
                  </p>
                )}
                {result.warnings.map((warning) => (
                  <Notice key={warning} tone="warning">
                    {warning}
                  </Notice>
                ))}
                {result.origin && <p className="text-sm break-words text-ink-2">{originWords(result.origin)}</p>}
                <p className="text-xs break-all text-ink-3">{`Archive fingerprint: ${result.fingerprint}`}</p>
              </output>
            )}
            <DialogActions>
              <Button onClick={onClose}>Close</Button>
              {status === 'failed' && <Button onClick={onAgain}>Try another</Button>}
              {caseId !== null && (
                <a href={`/cases/${caseId}`} className={buttonClass({ variant: 'primary' })}>
                  Open case
                </a>
              )}
            </DialogActions>
          </>
        )
      }
    </Loaded>
  )
}

/** Nothing is imported before the user matches people, because an archive's claims about people can't be trusted. */
function PeopleMatching({ importId, found, onClose }: { importId: string; found: FoundArchive; onClose: () => void }) {
  const team = useRead(listTeam, nothingElse)
  const confirm = useCommand(confirmCaseImport)
  const [chosen, setChosen] = useState<Record<string, string>>({})
  function submit(event: FormEvent) {
    event.preventDefault()
    const people = found.people.map(({ id }) => ({ id, userId: chosen[id] || null }))
    confirm.mutate({ params: { importId }, input: { people } }, { onError: () => {} })
  }
  return (
    <Loaded query={team} skeleton={<Skeleton className="h-24" />}>
      {(members) => (
        <form noValidate className="grid gap-4" onSubmit={submit}>
          <p className="font-medium break-words">{`${found.title} (${found.caseNumber})`}</p>
          <Notice tone={found.origin.kind === 'unverified' ? 'warning' : 'neutral'}>{originWords(found.origin)}</Notice>
          <p className="text-sm text-ink-2">
            Match only people you know. They’ll be added to this case. Actions attributed to them in the archive are
            marked as imported.
          </p>
          {found.people.map(({ id, name, email, suggestedId }) => (
            <Select
              key={id}
              label={`${name} (${email})`}
              required={false}
              value={chosen[id] ?? ''}
              onChange={(event) => setChosen({ ...chosen, [id]: event.target.value })}
              options={[
                { value: '', label: 'Don’t match' },
                ...members
                  .filter(({ status }) => status === 'active')
                  .map(({ userId, name: member, email: address }) => ({
                    value: userId,
                    label: `${member} (${address})${userId === suggestedId ? ', same email' : ''}`,
                  })),
              ]}
            />
          ))}
          {confirm.error && (
            <Notice tone="danger" alert>
              {describeError(confirm.error)}
            </Notice>
          )}
          <DialogActions>
            <Button onClick={onClose}>Later</Button>
            <Button type="submit" variant="primary" busy={confirm.isPending}>
              Import
            </Button>
          </DialogActions>
        </form>
      )}
    </Loaded>
  )
}

export type SendingArchive = { done: Promise<CaseImport>; stop: () => void }

/** Uses XMLHttpRequest because fetch doesn't report upload progress. */
export function sendArchive(
  file: File,
  { caseNumber, onProgress }: { caseNumber: string; onProgress: (fraction: number) => void },
): SendingArchive {
  const request = new XMLHttpRequest()
  const number = caseNumber.trim()
  const { key, forget } = getIdempotencyKey(
    JSON.stringify(['case-imports', number, file.name, file.size, file.lastModified]),
  )
  const done = new Promise<CaseImport>((resolve, reject) => {
    request.upload.addEventListener('progress', (event) => {
      noteAttendance()
      onProgress(event.loaded / Math.max(1, file.size))
    })
    request.addEventListener('load', () => {
      if (request.status < 200 || request.status >= 300)
        return reject(new ApiError(request.status, request.responseText || request.statusText))
      forget()
      const made = readAnswer(request.responseText)
      if (made) resolve(made)
      else reject(new Error('Unexpected response from the server. Try again.'))
    })
    request.addEventListener('error', () => reject(new Error('Connection lost. Try again.')))
    request.addEventListener('abort', () => reject(new Error('Upload canceled.')))
  })
  request.open('POST', `/api/case-imports${number === '' ? '' : `?caseNumber=${encodeURIComponent(number)}`}`)
  request.setRequestHeader('content-type', 'application/zip')
  request.setRequestHeader('idempotency-key', key)
  request.send(file)
  return { done, stop: () => request.abort() }
}

/** Returns null for other content, such as a captive portal page. */
function readAnswer(text: string): CaseImport | null {
  try {
    return CaseImport.parse(JSON.parse(text))
  } catch {
    return null
  }
}
