import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { FileUp, Plus, Users } from 'lucide-react'
import { jurorFields, listedJurorFields } from '#contract/jurors/fields.ts'
import { createJuror, listJurors } from '#contract/jurors/jurors.ts'
import { hasJurors, isJurorTable, parseTable, type Sheet } from '#contract/jurors/sheet.ts'
import { listSessions } from '#contract/sessions/sessions.ts'
import { useRead } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { CommandForm, useCommandForm } from '#web/platform/form.tsx'
import { Loaded } from '#web/platform/Loaded.tsx'
import { hasDialog, useFileDrop } from '#web/platform/page/fileDrop.ts'
import { toast } from '#web/platform/toast.ts'
import {
  Button,
  buttonClass,
  Dialog,
  DialogActions,
  EmptyState,
  Notice,
  Select,
  Skeleton,
  Tabs,
  TextField,
} from '#web/ui/kit.ts'
import { ConsistencyList } from './ConsistencyList.tsx'
import { acceptedLists, ImportDialog, readTableFile } from './ImportDialog.tsx'
import { JurorList } from './JurorList.tsx'
import { SeatingChart } from './SeatingChart.tsx'

type JurorsPanelProps = {
  caseId: string
  mayEdit: boolean
  mayRate: boolean
  seesWork: boolean
  isAnonymous: boolean
}

export function JurorsPanel({ caseId, mayEdit, mayRate, seesWork, isAnonymous }: JurorsPanelProps) {
  const jurors = useRead(listJurors, { params: { caseId }, input: {} })
  const [asks, setAsks] = useState<'add' | 'import' | null>(null)
  const [found, setFound] = useState<Sheet | null>(null)
  const close = () => {
    setAsks(null)
    setFound(null)
  }
  useTableDrop(mayEdit && asks === null, (sheet) => {
    setFound(sheet)
    setAsks('import')
  })
  const actions = mayEdit && (
    <div className="flex flex-wrap justify-end gap-2">
      <Button icon={<FileUp className="size-4" />} onClick={() => setAsks('import')}>
        Import
      </Button>
      <Button variant="primary" icon={<Plus className="size-4" />} onClick={() => setAsks('add')}>
        Add juror
      </Button>
    </div>
  )
  return (
    <>
      <Loaded query={jurors} skeleton={<Skeleton className="h-64" />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              icon={<Users className="size-8" />}
              title="No jurors yet"
              hint={
                mayEdit
                  ? 'Drop or paste the court’s list here, or add jurors one at a time. Only a number is required.'
                  : 'The venire appears here once a lead, attorney, or paralegal adds it.'
              }
              action={actions}
            />
          ) : (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              {isAnonymous && <Notice>Anonymous jury: names are hidden and can’t be added.</Notice>}
              {actions}
              <Tabs
                label="Juror views"
                tabs={[
                  {
                    value: 'list',
                    label: `List (${all.length})`,
                    content: <JurorList caseId={caseId} jurors={all} mayRate={mayRate} />,
                  },
                  {
                    value: 'seats',
                    label: 'Seating',
                    content: <Seats caseId={caseId} jurors={all} mayMove={mayEdit} />,
                  },
                  ...(seesWork
                    ? [
                        {
                          value: 'prompts',
                          label: 'Follow-ups',
                          content: <ConsistencyList caseId={caseId} jurors={all} />,
                        },
                      ]
                    : []),
                ]}
              />
            </div>
          )
        }
      </Loaded>
      <Dialog open={asks === 'add'} onOpenChange={(open) => !open && close()} title="Add juror">
        <AddForm caseId={caseId} isAnonymous={isAnonymous} onClose={close} />
      </Dialog>
      <ImportDialog caseId={caseId} isAnonymous={isAnonymous} open={asks === 'import'} found={found} onClose={close} />
    </>
  )
}

function useTableDrop(isOn: boolean, onSheet: (sheet: Sheet) => void): void {
  const open = async (file: File) => {
    try {
      const sheet = await readTableFile(file)
      if (hasJurors(sheet)) onSheet(sheet)
      else throw new Error(`No jurors found in ${file.name}. ${acceptedLists}`)
    } catch (error) {
      toast({ title: 'Couldn’t read the list', description: describeError(error), variant: 'destructive' })
    }
  }
  useFileDrop(
    'area',
    (files) => {
      const file = files.find(({ name }) => /\.(csv|tsv|txt|xlsx)$/i.test(name))
      if (!file || hasDialog()) return false
      void open(file)
      return true
    },
    isOn,
  )
  const paste = useEffectEvent((event: ClipboardEvent) => {
    if (event.target instanceof Element && event.target.closest('input, textarea, select, [role=dialog]')) return
    const sheet = parseTable(event.clipboardData?.getData('text/plain') ?? '')
    if (isJurorTable(sheet)) onSheet(sheet)
    else toast({ title: 'No jurors in the pasted text', description: acceptedLists })
  })
  useEffect(() => {
    if (!isOn) return undefined
    window.addEventListener('paste', paste, true)
    return () => window.removeEventListener('paste', paste, true)
  }, [isOn])
}

const NewSession = ({ caseId }: { caseId: string }) => (
  <Link to="/cases/$caseId/new-session" params={{ caseId }} className={buttonClass()}>
    New session
  </Link>
)

type SeatsProps = { caseId: string; jurors: Parameters<typeof SeatingChart>[0]['jurors']; mayMove: boolean }

function Seats({ caseId, jurors, mayMove }: SeatsProps) {
  const sessions = useRead(listSessions, { params: { caseId }, input: {} })
  const [chosen, setChosen] = useState('')
  return (
    <Loaded query={sessions} skeleton={<Skeleton className="h-64" />}>
      {(all) => {
        const sessionId = chosen || all.at(-1)?.id
        if (!sessionId) {
          return (
            <EmptyState
              title="No sessions yet"
              hint="Create a session to assign seats."
              action={mayMove && <NewSession caseId={caseId} />}
            />
          )
        }
        return (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <div className="max-w-xl">
              <Select
                label="Session"
                value={sessionId}
                options={all.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(event) => setChosen(event.target.value)}
              />
            </div>
            <SeatingChart key={sessionId} sessionId={sessionId} jurors={jurors} mayMove={mayMove} />
          </div>
        )
      }}
    </Loaded>
  )
}

function AddForm({ caseId, isAnonymous, onClose }: { caseId: string; isAnonymous: boolean; onClose: () => void }) {
  const form = useCommandForm(createJuror, {
    params: { caseId },
    defaults: {
      jurorNumber: '',
      ...(isAnonymous ? {} : { displayName: '' }),
      ...Object.fromEntries(listedJurorFields.map((field) => [field, ''])),
    },
    onDone: onClose,
  })
  return (
    <CommandForm form={form}>
      <TextField {...form.field('jurorNumber')} label="Juror number" required maxLength={12} />
      {!isAnonymous && <TextField {...form.field('displayName')} label="Name" required={false} maxLength={120} />}
      {listedJurorFields.map((field) => (
        <TextField
          key={field}
          {...form.field(field)}
          label={jurorFields[field].label}
          required={false}
          maxLength={200}
        />
      ))}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          Add juror
        </Button>
      </DialogActions>
    </CommandForm>
  )
}
