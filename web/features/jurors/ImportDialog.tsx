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
import { targetLabels } from './jurorLabels.ts'

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
  function loadSheet(found: Sheet) {
    setSheet(found)
    setTargets(guessTargets(found.headers, isAnonymous))
  }
  if (!sheet) return <Source onSheet={loadSheet} onClose={onClose} />
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

/** A second column with the same target becomes a questionnaire answer, except for name parts. */
function guessTargets(headers: readonly string[], isAnonymous: boolean): ColumnTarget[] {
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
    if (sheet.rows.length === 0)
      setFault('No rows found below the header row. The first row must contain the column names.')
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
        placeholder={'No.\tOccupation\n1\tNurse'}
        value={pasted}
        onChange={(event) => setPasted(event.target.value)}
      />
      <Failure of={fault} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={pasted.trim() === ''} onClick={() => check(parseTable(pasted))}>
          Use pasted cells
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

function Mapping({ caseId, sheet, targets, onTargets, onBack, onClose }: MappingProps) {
  const [report, setReport] = useState<ImportReport | null>(null)
  const send = useCommand(importJurors)
  const importCount = report ? report.added + report.updated : 0
  const refusedColumns = sheet.headers.filter(isForbiddenColumn)
  const columns = sheet.headers.map((header, index) => ({ header, target: targets[index] ?? 'leave_out' }))
  const options = columnTargets.map((value) => ({ value, label: targetLabels[value] }))

  function run(dryRun: boolean) {
    send.mutate(
      { params: { caseId }, input: { columns, rows: sheet.rows, dryRun } },
      {
        onSuccess: (answer) => {
          if (dryRun) return setReport(answer)
          toast({ title: 'Jurors Imported', description: describeResult(answer) })
          onClose()
        },
      },
    )
  }
  return (
    <div className="grid gap-4">
      {refusedColumns.length > 0 && (
        <Notice tone="warning">
          <p className="font-medium">{`Not imported: ${refusedColumns.join(', ')}`}</p>
          <p>
            Strikes can’t be based on these traits. If you need them to raise or answer an objection, the lead can add
            them to the restricted record.
          </p>
        </Notice>
      )}
      <ul aria-label="Columns" className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
        {sheet.headers.map((header, index) => (
          <li key={`${index} ${header}`} className="min-w-0">
            {isForbiddenColumn(header) ? (
              <p className="text-ink-2">{`${header}: not imported`}</p>
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
          {(send.error instanceof ApiError && send.error.fields.columns) || describeError(send.error)}
        </Notice>
      )}
      {report && <Preview report={report} />}
      <DialogActions>
        <Button onClick={onBack}>Back</Button>
        {report ? (
          <Button variant="primary" busy={send.isPending} disabled={importCount === 0} onClick={() => run(false)}>
            {importCount === 1 ? 'Import 1 juror' : `Import ${importCount} jurors`}
          </Button>
        ) : (
          <Button variant="primary" busy={send.isPending} onClick={() => run(true)}>
            Preview
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
      <p>{describePreview(report)}</p>
      <ul>
        {report.skipped.slice(0, shownSkips).map(({ row, reason }) => (
          <li key={row}>{`Row ${row}: ${reason}`}</li>
        ))}
      </ul>
      {more > 0 && <p>{`and ${more} more rows`}</p>}
    </Notice>
  )
}

const describeResult = ({ added, updated, skipped }: ImportReport): string =>
  `${added} added, ${updated} updated, ${skipped.length} skipped.`

const describePreview = ({ added, updated, skipped }: ImportReport): string =>
  `${added} to add, ${updated} to update, ${skipped.length} to skip.`

const getSample = ({ rows }: Sheet, index: number): string =>
  rows
    .map((row) => row[index] ?? '')
    .filter((cell) => cell !== '')
    .slice(0, 3)
    .map((cell) => (cell.length > 40 ? `${cell.slice(0, 40)}…` : cell))
    .join(' · ')

export type Sheet = { headers: string[]; rows: string[][] }

export const parseTable = (text: string): Sheet => toSheet(parseCsv(text))

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

/** Falls back to windows-1252, which Excel on Windows uses for CSV by default. */
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

export async function readTableFile(file: File): Promise<Sheet> {
  if (file.size > maxFileBytes) throw new Error('The file is larger than 10 MB. Split it and import each part.')
  if (!/\.xlsx$/i.test(file.name)) {
    const text = /\.(xls|ods|numbers|pdf|docx?)$/i.test(file.name) ? null : decode(await file.arrayBuffer())
    if (text === null || isBinary(text)) throw new Error('Choose a CSV or XLSX file, or copy the cells and paste them.')
    return parseTable(text)
  }
  const { readSheet } = await import('read-excel-file/browser')
  try {
    const cells = await readSheet(file)
    return toSheet(cells.map((row) => row.map(cellText)))
  } catch {
    throw new Error('Couldn’t read this XLSX file. Save it again or save it as CSV.')
  }
}

// oxlint-disable-next-line no-control-regex -- text files have none of these
const isBinary = (text: string): boolean => /[\x00-\x08\x0e-\x1a]/.test(text)

function cellText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : ''
}
