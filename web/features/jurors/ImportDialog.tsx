import { type ChangeEvent, useId, useState } from 'react'
import { parseCsv } from '#contract/csv.ts'
import {
  columnTargets,
  type ColumnTarget,
  guessTarget,
  importJurors,
  type ImportReport,
  isForbiddenColumn,
} from '#contract/jurors/import.ts'
import { useCommand } from '#web/platform/api.ts'
import { ApiError, describeError } from '#web/platform/apiError.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { toast } from '#web/platform/toast.ts'
import { Button, Dialog, DialogActions, fileClass, Notice, Select, TextArea } from '#web/ui/kit.ts'
import { targetWords } from './jurorWords.ts'

type ImportDialogProps = { caseId: string; isAnonymous: boolean; open: boolean; onClose: () => void }

export function ImportDialog({ open, onClose, ...rest }: ImportDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Import Jurors"
      description="From a CSV or XLSX file, or cells copied from a spreadsheet."
      wide
    >
      <Steps onClose={onClose} {...rest} />
    </Dialog>
  )
}

function Steps({ caseId, isAnonymous, onClose }: Omit<ImportDialogProps, 'open'>) {
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const [targets, setTargets] = useState<readonly ColumnTarget[]>([])
  function take(found: Sheet) {
    setSheet(found)
    setTargets(guessAll(found.headers, isAnonymous))
  }
  if (!sheet) return <Source onSheet={take} onClose={onClose} />
  return (
    <Mapping
      caseId={caseId}
      sheet={sheet}
      targets={targets}
      onTargets={setTargets}
      onBack={() => setSheet(null)}
      onClose={onClose}
    />
  )
}

/** The likeliest meaning of every column; one meaning goes to one column, the first, save for the parts of a name. */
function guessAll(headers: readonly string[], isAnonymous: boolean): ColumnTarget[] {
  const taken = new Set<ColumnTarget>()
  return headers.map((header) => {
    const guess = guessTarget(header)
    if (guess === 'questionnaire' || guess === 'leave_out') return guess
    if (guess === 'displayName') return isAnonymous ? 'leave_out' : guess
    if (taken.has(guess)) return 'questionnaire'
    taken.add(guess)
    return guess
  })
}

function Source({ onSheet, onClose }: { onSheet: (sheet: Sheet) => void; onClose: () => void }) {
  const fileId = useId()
  const [pasted, setPasted] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  function check(sheet: Sheet) {
    if (sheet.rows.length === 0) setFault('No rows were found below a header. The first row names the columns.')
    else onSheet(sheet)
  }
  async function handleFile(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (!file) return
    try {
      check(await readTableFile(file))
    } catch (error) {
      setFault(describeError(error))
    }
  }
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <label htmlFor={fileId} className="text-sm font-medium">
          File
        </label>
        <input
          id={fileId}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx"
          onChange={(event) => void handleFile(event)}
          className={fileClass}
        />
      </div>
      <TextArea
        label="Or paste cells"
        rows={6}
        placeholder={'No\tOccupation\n1\tNurse'}
        value={pasted}
        onChange={(event) => setPasted(event.target.value)}
      />
      <Failure of={fault} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={pasted.trim() === ''} onClick={() => check(parseTable(pasted))}>
          Use the pasted cells
        </Button>
      </DialogActions>
    </div>
  )
}

type MappingProps = {
  caseId: string
  sheet: Sheet
  targets: readonly ColumnTarget[]
  onTargets: (targets: ColumnTarget[]) => void
  onBack: () => void
  onClose: () => void
}

/** What each column becomes. The server checks it once without storing, and says what it would do. */
function Mapping({ caseId, sheet, targets, onTargets, onBack, onClose }: MappingProps) {
  const [report, setReport] = useState<ImportReport | null>(null)
  const send = useCommand(importJurors)
  const wanted = report ? report.added + report.updated : 0
  const refused = sheet.headers.filter(isForbiddenColumn)
  const columns = sheet.headers.map((header, index) => ({ header, target: targets[index] ?? 'leave_out' }))
  const options = columnTargets.map((value) => ({ value, label: targetWords[value] }))

  function run(dryRun: boolean) {
    send.mutate(
      { params: { caseId }, input: { columns, rows: sheet.rows, dryRun } },
      {
        onSuccess: (answer) => {
          if (dryRun) return setReport(answer)
          toast({ title: 'Jurors Imported', description: describeSummary(answer, 'were') })
          onClose()
        },
      },
    )
  }
  return (
    <div className="grid gap-4">
      {refused.length > 0 && (
        <Notice tone="warning">
          <p className="font-medium">{`Refused: ${refused.join(', ')}`}</p>
          <p>
            No strike may rest on such traits, so these columns are not imported. Where an objection needs them, the
            lead keeps them in the restricted record.
          </p>
        </Notice>
      )}
      <ul aria-label="Columns" className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
        {sheet.headers.map((header, index) => (
          <li key={`${index} ${header}`} className="min-w-0">
            {isForbiddenColumn(header) ? (
              <p className="text-ink-2">{`${header}: refused`}</p>
            ) : (
              <Select
                label={header}
                hint={getSample(sheet, index)}
                value={targets[index]}
                options={options}
                onChange={(event) => {
                  setReport(null)
                  onTargets(targets.with(index, event.target.value as ColumnTarget))
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {send.error && (
        <Notice tone="danger" alert>
          {/* Without the name that the field has in the call. */}
          {(send.error instanceof ApiError && send.error.fields.columns) || describeError(send.error)}
        </Notice>
      )}
      {report && <Preview report={report} />}
      <DialogActions>
        <Button onClick={onBack}>Back</Button>
        {report ? (
          <Button variant="primary" busy={send.isPending} disabled={wanted === 0} onClick={() => run(false)}>
            {wanted === 1 ? 'Import 1 juror' : `Import ${wanted} jurors`}
          </Button>
        ) : (
          <Button variant="primary" busy={send.isPending} onClick={() => run(true)}>
            Check
          </Button>
        )}
      </DialogActions>
    </div>
  )
}

const shownSkips = 5

function Preview({ report }: { report: ImportReport }) {
  const more = report.skipped.length - shownSkips
  return (
    <Notice tone={report.skipped.length > 0 ? 'warning' : 'success'} alert>
      <p>{describeSummary(report, 'will be')}</p>
      <ul>
        {report.skipped.slice(0, shownSkips).map(({ row, reason }) => (
          <li key={row}>{`Row ${row}: ${reason}`}</li>
        ))}
      </ul>
      {more > 0 && <p>{`and ${more} more rows`}</p>}
    </Notice>
  )
}

const describeSummary = ({ added, updated, skipped }: ImportReport, verb: string): string =>
  `${added} ${verb} added, ${updated} updated, ${skipped.length} skipped.`

const getSample = ({ rows }: Sheet, index: number): string =>
  rows
    .map((row) => row[index] ?? '')
    .filter((cell) => cell !== '')
    .slice(0, 3)
    .map((cell) => (cell.length > 40 ? `${cell.slice(0, 40)}…` : cell))
    .join(' · ')

export type Sheet = { headers: string[]; rows: string[][] }

export const parseTable = (text: string): Sheet => toSheet(parseCsv(text))

/** The first row that says something is the header; empty rows and columns without a header or a value are dropped. */
export function toSheet(cells: readonly (readonly string[])[]): Sheet {
  const filled = cells.filter((row) => row.some((cell) => cell.trim() !== ''))
  const [head = [], ...body] = filled
  const kept = head
    .map((header, index) => ({ header: header.trim(), index }))
    .filter(({ header, index }) => header !== '' || body.some((row) => (row[index] ?? '').trim() !== ''))
  return {
    headers: kept.map(({ header, index }) => header || `Column ${index + 1}`),
    rows: body.map((row) => kept.map(({ index }) => (row[index] ?? '').trim())),
  }
}

/** Spreadsheets on Windows save CSV in its own code page unless asked for UTF-8: "Muñoz" must not become "Mu�oz". */
export function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const maxFileBytes = 10 * 1024 * 1024

/** Reads a file by its ending; throws a sentence for people. */
export async function readTableFile(file: File): Promise<Sheet> {
  if (file.size > maxFileBytes) throw new Error('The file is larger than 10 MB. Split it and import the parts.')
  if (!/\.xlsx$/i.test(file.name)) {
    if (/\.(xls|ods|numbers|pdf|docx?)$/i.test(file.name)) {
      throw new Error('Choose a CSV or XLSX file, or copy the cells and paste them.')
    }
    return parseTable(decode(await file.arrayBuffer()))
  }
  const { readSheet } = await import('read-excel-file/browser')
  try {
    const cells = await readSheet(file)
    return toSheet(cells.map((row) => row.map(cellText)))
  } catch {
    throw new Error('This XLSX file could not be read. Save it again, or save it as CSV.')
  }
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : ''
}
