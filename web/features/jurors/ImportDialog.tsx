import { type ChangeEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import {
  columnTargets,
  type ColumnTarget,
  guessTargets,
  importJurors,
  type ImportReport,
  isForbiddenColumn,
} from '#contract/jurors/import.ts'
import { hasJurors, parseTable, type Sheet, toSheet } from '#contract/jurors/sheet.ts'
import { useCommand } from '#web/platform/api.ts'
import { ApiError, describeError } from '#web/platform/apiError.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { toast } from '#web/platform/toast.ts'
import { Button, Dialog, DialogActions, fileClass, Folded, Notice, Select, Table, TextArea } from '#web/ui/kit.ts'
import { targetLabels } from './jurorLabels.ts'

type ImportDialogProps = {
  caseId: string
  isAnonymous: boolean
  open: boolean
  found?: Sheet | null
  onClose: () => void
}

export function ImportDialog({ open, onClose, ...rest }: ImportDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Import jurors"
      description="From a CSV or XLSX file, cells copied from a spreadsheet, or a list with one juror per line."
      wide
    >
      <Steps onClose={onClose} {...rest} />
    </Dialog>
  )
}

function Steps({ found, onClose, ...rest }: Omit<ImportDialogProps, 'open'>) {
  const [sheet, setSheet] = useState(found ?? null)
  return sheet ? (
    <Review sheet={sheet} onBack={() => setSheet(null)} onClose={onClose} {...rest} />
  ) : (
    <Source onSheet={setSheet} onClose={onClose} />
  )
}

export const acceptedLists =
  'Enter one juror per line (such as “21. Ann Hill” or “21 Hill, Ann”), or paste cells from a spreadsheet.'

function Source({ onSheet, onClose }: { onSheet: (sheet: Sheet) => void; onClose: () => void }) {
  const fileId = useId()
  const [pasted, setPasted] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  function check(sheet: Sheet) {
    if (hasJurors(sheet)) onSheet(sheet)
    else setFault(`No jurors found. ${acceptedLists}`)
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
        label="Or paste the list"
        rows={6}
        placeholder={'21. Hill, Ann\n22. Cook, Bo'}
        value={pasted}
        onChange={(event) => setPasted(event.target.value)}
        onPaste={(event) => {
          const sheet = parseTable(event.clipboardData.getData('text/plain'))
          if (pasted.trim() === '' && hasJurors(sheet)) onSheet(sheet)
        }}
      />
      <Failure of={fault} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={pasted.trim() === ''} onClick={() => check(parseTable(pasted))}>
          Use pasted list
        </Button>
      </DialogActions>
    </div>
  )
}

type ReviewProps = { caseId: string; isAnonymous: boolean; sheet: Sheet; onBack: () => void; onClose: () => void }

function Review({ caseId, isAnonymous, sheet, onBack, onClose }: ReviewProps) {
  const [targets, setTargets] = useState<readonly ColumnTarget[]>(() => getTargets(sheet, isAnonymous))
  const [report, setReport] = useState<ImportReport | null>(null)
  const check = useCommand(importJurors)
  const send = useCommand(importJurors)
  const importCount = report ? report.added + report.updated : 0
  const refusedColumns = sheet.headers.filter(isForbiddenColumn)
  const fault = send.error ?? check.error
  const isUnnumbered = sheet.targets?.includes('jurorNumber') === false && !targets.includes('jurorNumber')

  const toArgs = (chosen: readonly ColumnTarget[], dryRun: boolean) => {
    const columns = sheet.headers.map((header, index) => ({ header, target: chosen[index] ?? 'leave_out' }))
    return { params: { caseId }, input: { columns, rows: sheet.rows, dryRun } }
  }
  const preview = useEffectEvent((chosen: readonly ColumnTarget[], onSuccess: (answer: ImportReport) => void) =>
    check.mutate(toArgs(chosen, true), { onSuccess }),
  )
  useEffect(() => {
    let isCurrent = true
    if (!isUnnumbered) preview(targets, (answer) => isCurrent && setReport(answer))
    return () => {
      isCurrent = false
    }
  }, [targets, isUnnumbered])

  function run() {
    send.mutate(toArgs(targets, false), {
      onSuccess: (answer) => {
        toast({ title: 'Jurors imported', description: describeResult(answer) })
        onClose()
      },
    })
  }
  function choose(index: number, target: ColumnTarget) {
    setReport(null)
    setTargets(targets.with(index, target))
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {refusedColumns.length > 0 && (
        <Notice tone="warning">
          <p className="font-medium">{`Not imported: ${refusedColumns.join(', ')}`}</p>
          <p>
            Strikes can’t be based on these traits. If you need them to raise or answer an objection, the lead can add
            them to the restricted record.
          </p>
        </Notice>
      )}
      {fault && (
        <Notice tone="danger" alert>
          {(fault instanceof ApiError && fault.fields.columns) || describeError(fault)}
        </Notice>
      )}
      {isUnnumbered && (
        <Notice tone="warning">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p>This list has no juror numbers.</p>
            <Button onClick={() => choose(0, 'jurorNumber')}>Number in list order</Button>
          </div>
        </Notice>
      )}
      {report && <Preview report={report} />}
      <FirstRows sheet={sheet} targets={targets} />
      <Folded
        title="Columns"
        hint={describeColumns(sheet, targets)}
        isOpen={fault !== null || !targets.includes('jurorNumber') || sheet.targets?.includes('leave_out') === true}
      >
        <Columns sheet={sheet} targets={targets} onChoose={choose} />
      </Folded>
      <DialogActions>
        <Button onClick={onBack}>Back</Button>
        <Button
          variant="primary"
          busy={send.isPending || check.isPending}
          disabled={importCount === 0}
          onClick={() => run()}
        >
          {report ? (importCount === 1 ? 'Import 1 juror' : `Import ${importCount} jurors`) : 'Import'}
        </Button>
      </DialogActions>
    </div>
  )
}

const getTargets = (sheet: Sheet, isAnonymous: boolean): ColumnTarget[] =>
  sheet.targets?.map((target) => (isAnonymous && target === 'displayName' ? 'leave_out' : target)) ??
  guessTargets(sheet, isAnonymous)

type ColumnsProps = {
  sheet: Sheet
  targets: readonly ColumnTarget[]
  onChoose: (index: number, target: ColumnTarget) => void
}

const options = columnTargets.map((value) => ({ value, label: targetLabels[value] }))

const Columns = ({ sheet, targets, onChoose }: ColumnsProps) => (
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
            onChange={(event) => onChoose(index, event.target.value as ColumnTarget)}
          />
        )}
      </li>
    ))}
  </ul>
)

const shownRows = 3

function FirstRows({ sheet: { headers, rows }, targets }: { sheet: Sheet; targets: readonly ColumnTarget[] }) {
  const kept = headers
    .map((header, index) => ({ header, index, target: targets[index] ?? 'leave_out' }))
    .filter(({ header, target }) => target !== 'leave_out' && !isForbiddenColumn(header))
  if (kept.length === 0) return null
  const label = ({ header, target }: (typeof kept)[number]) =>
    target === 'questionnaire' || target === 'displayName' ? header : targetLabels[target]
  return (
    <div>
      <Table caption="First rows as they will be imported" columns={kept.map((column) => ({ label: label(column) }))}>
        {rows.slice(0, shownRows).map((cells, row) => (
          <tr key={row} className="border-b border-line">
            {kept.map(({ index }) => (
              <td key={index} className="max-w-60 truncate px-2 py-1.5">
                {cells[index]}
              </td>
            ))}
          </tr>
        ))}
      </Table>
      {rows.length > shownRows && (
        <p className="mt-1 text-sm text-ink-2">{`First ${shownRows} of ${rows.length} rows`}</p>
      )}
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

function describeColumns({ headers }: Sheet, targets: readonly ColumnTarget[]): string {
  const leftOut = headers.filter((header, index) => targets[index] === 'leave_out' || isForbiddenColumn(header)).length
  return leftOut === 0 ? `${headers.length} imported` : `${headers.length - leftOut} imported, ${leftOut} left out`
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

// oxlint-disable-next-line no-control-regex -- text files don't contain control characters
const isBinary = (text: string): boolean => /[\x00-\x08\x0e-\x1a]/.test(text)

function cellText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : ''
}
