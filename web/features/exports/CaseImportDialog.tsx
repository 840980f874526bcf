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
import { nothingElse, useCommand, useRead, keepKey } from '#web/platform/api.ts'
import { describeError, ApiError } from '#web/platform/apiError.ts'
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

/** Milliseconds. */
const pollMs = 1500

export function CaseImportDialog({ importId, onClose }: { importId?: string; onClose: () => void }) {
  const [sent, setSent] = useState<string | null>(importId ?? null)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Bring In a Case"
      description="From a case archive: the zip that “Case archive” on a case’s page of exports makes, here or on another installation."
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
  // Whoever closes the dialog stops the upload.
  useEffect(() => () => sending.current?.stop(), [])
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!file) return setFault('Choose the archive.')
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
        hint="Only where the number in the archive is taken here."
        onChange={(event) => setCaseNumber(event.target.value)}
      />
      <p className="text-sm text-ink-2">
        Every byte is checked first. Then you say which people in it are members of your firm. You become its lead.
        Restricted records are never in an archive.
      </p>
      {fraction !== null && <ProgressBar label="Sending the archive" value={Math.round(fraction * 100)} />}
      {fault !== null && (
        <Notice tone="danger" alert>
          {fault}
        </Notice>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={fraction !== null}>
          Bring it in
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
          <WhoIsWho importId={importId} found={found} onClose={onClose} />
        ) : (
          <>
            {status !== 'done' && status !== 'failed' && (
              <output className="grid gap-2">
                <ProgressBar label="Checking and storing" value={null} />
                <p className="text-sm text-ink-2">You can close this. You get a notification when it’s your turn.</p>
              </output>
            )}
            {status === 'failed' && (
              <Notice tone="danger" alert>
                {failure}
              </Notice>
            )}
            {result && (
              <output className="grid gap-2">
                <p className="font-medium break-words">{`${result.title} (${result.caseNumber}) is here.`}</p>
                {result.people.imported.length > 0 && (
                  <p className="text-sm break-words text-ink-2">
                    {`Kept as names: ${result.people.imported.join(', ')}.`}
                  </p>
                )}
                {result.warnings.map((warning) => (
                  <Notice key={warning} tone="warning">
                    {warning}
                  </Notice>
                ))}
                {result.origin && <p className="text-sm break-words text-ink-2">{originWords(result.origin)}</p>}
                <p className="text-xs break-all text-ink-3">{`Fingerprint of the archive: ${result.fingerprint}`}</p>
              </output>
            )}
            <DialogActions>
              <Button onClick={onClose}>Close</Button>
              {status === 'failed' && <Button onClick={onAgain}>Try another</Button>}
              {caseId !== null && (
                <a href={`/cases/${caseId}`} className={buttonClass({ variant: 'primary' })}>
                  Open the case
                </a>
              )}
            </DialogActions>
          </>
        )
      }
    </Loaded>
  )
}

/** The step before anything is imported: an archive may say anything of anybody. */
function WhoIsWho({ importId, found, onClose }: { importId: string; found: FoundArchive; onClose: () => void }) {
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
            Match only people you know. They join this case. What the archive says they did is marked as imported.
          </p>
          {found.people.map(({ id, name, email, suggestedId }) => (
            <Select
              key={id}
              label={`${name} (${email})`}
              required={false}
              value={chosen[id] ?? ''}
              onChange={(event) => setChosen({ ...chosen, [id]: event.target.value })}
              options={[
                { value: '', label: 'Keep as a name' },
                ...members
                  .filter(({ status }) => status === 'active')
                  .map(({ userId, name: member, email: address }) => ({
                    value: userId,
                    label: `${member} (${address})${userId === suggestedId ? ', same address' : ''}`,
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

/** Sends an archive as it is. XMLHttpRequest, because fetch tells nothing about bytes on their way up. */
export function sendArchive(
  file: File,
  { caseNumber, onProgress }: { caseNumber: string; onProgress: (fraction: number) => void },
): SendingArchive {
  const request = new XMLHttpRequest()
  const number = caseNumber.trim()
  const { key, forget } = keepKey(JSON.stringify(['case-imports', number, file.name, file.size, file.lastModified]))
  const done = new Promise<CaseImport>((resolve, reject) => {
    request.upload.addEventListener('progress', (event) => onProgress(event.loaded / Math.max(1, file.size)))
    request.addEventListener('load', () => {
      if (request.status < 200 || request.status >= 300)
        return reject(new ApiError(request.status, request.responseText || request.statusText))
      forget()
      const made = readAnswer(request.responseText)
      if (made) resolve(made)
      else reject(new Error('This page does not understand the answer of the server. Try again.'))
    })
    request.addEventListener('error', () => reject(new Error('The connection was lost. Try again.')))
    request.addEventListener('abort', () => reject(new Error('The upload was stopped.')))
  })
  request.open('POST', `/api/case-imports${number === '' ? '' : `?caseNumber=${encodeURIComponent(number)}`}`)
  request.setRequestHeader('content-type', 'application/zip')
  request.setRequestHeader('idempotency-key', key)
  request.send(file)
  return { done, stop: () => request.abort() }
}

/** Null for what is not the server's, such as the page on which a network asks for its own sign-in. */
function readAnswer(text: string): CaseImport | null {
  try {
    return CaseImport.parse(JSON.parse(text))
  } catch {
    return null
  }
}
