import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { readFirm } from '#contract/account/team.ts'
import { createCase, listCases, moveCase } from '#contract/cases/cases.ts'
import { type CaseData, findMissingFields } from '#contract/cases/data.ts'
import { nothingElse, useCommand, useRead } from '#web/platform/api.ts'
import { ApiError, describeError } from '#web/platform/apiError.ts'
import { call } from '#web/platform/call.ts'
import { useAccount } from '#web/platform/session.ts'
import { readSetting, writeSetting } from '#web/platform/storage.ts'
import { toast } from '#web/platform/toast.ts'
import { Button, Card, focusFault, linkClass, Notice, ReadNotice, TextField } from '#web/ui/kit.ts'
import { CaseTypeField, getDayProps, getTextProps, OurSideField } from './BasicsFields.tsx'
import { emptyCase, fieldGroups, type Faults, findFaults } from './caseFields.ts'
import { FaultSummary } from './EditCaseDialog.tsx'
import { chooseForum, withBudget } from './fillBudget.ts'
import { DefaultSource, ForumField, RuleField } from './ForumFields.tsx'
import { readCaption } from './readCaption.ts'

const enteredFields = [...fieldGroups.basics, ...fieldGroups.forum] as const

const draftSetting = (userId: string): string => `cases.newCase.${userId}`

function readStoredDraft(setting: string): CaseData {
  try {
    const stored: unknown = JSON.parse(readSetting(setting) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return emptyCase
    const draft = { ...emptyCase, ...stored }
    // A draft stored by an older version may contain values that are no longer valid.
    return Object.keys(findFaults(draft, ['ourSide', 'caseType', 'forumId', 'tags'])).length > 0 ? emptyCase : draft
  } catch {
    return emptyCase
  }
}

export function StartCase({ onCreated }: { onCreated: (caseId: string) => void }) {
  const setting = draftSetting(useAccount().userId)
  const [entered, setEntered] = useState(() => readStoredDraft(setting))
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [duplicate, setDuplicate] = useState<{ id: string; title: string } | null>(null)
  const firm = useRead(readFirm, nothingElse)
  const create = useCommand(createCase)
  const activate = useCommand(moveCase)
  const form = useRef<HTMLFormElement>(null)
  const data = fillIn(entered, firm.data?.defaultForumId ?? null)

  useEffect(() => {
    writeSetting(setting, entered === emptyCase ? null : JSON.stringify(entered))
  }, [setting, entered])

  useEffect(() => {
    // A keyboard on screen would cover the form.
    if (matchMedia('(pointer: fine)').matches) form.current?.querySelector('input')?.focus()
  }, [])

  const change = (patch: Partial<CaseData>) => setEntered((old) => ({ ...old, ...patch }))
  const changeBasis = (patch: Pick<Partial<CaseData>, 'caseType' | 'ourSide'>) =>
    setEntered((old) => ({ ...old, ...patch, ...chooseForum({ ...old, ...patch }, old.forumId) }))

  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = findFaults(data, enteredFields)
    setFaults(found)
    setFailure(null)
    setDuplicate(null)
    if (Object.keys(found).length > 0) return focusFault(form.current)
    try {
      const { id } = await create.mutateAsync({ params: {}, input: data })
      writeSetting(setting, null)
      // If this fails, the case still exists, and its page lists what is missing.
      if (Object.keys(findMissingFields(data)).length === 0) {
        await activate.mutateAsync({ params: { caseId: id }, input: { to: 'active' } }).catch(() => {})
      }
      toast({ title: 'Case created', description: `${data.title} (${data.caseNumber})` })
      onCreated(id)
    } catch (error) {
      setFailure(describeError(error))
      if (!(error instanceof ApiError)) return
      setFaults(error.fields)
      focusFault(form.current)
      if (error.status === 409) setDuplicate(await findCaseByNumber(data.caseNumber))
    }
  }

  return (
    <Card className="max-w-4xl">
      <form ref={form} noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        {failure && Object.keys(faults).length === 0 && (
          <Notice tone="danger" alert>
            {failure}
          </Notice>
        )}
        <FaultSummary faults={faults} />
        {duplicate && (
          <p>
            <Link to="/cases/$caseId" params={{ caseId: duplicate.id }} className={linkClass}>
              Open {duplicate.title}
            </Link>
          </p>
        )}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <div className="sm:col-span-2">
            <TextField
              {...getTextProps('title', { data, faults, onChange: change })}
              label="Title"
              hint={describeParties(data) ?? 'As in the caption: A v. B.'}
              required
            />
          </div>
          <TextField
            {...getTextProps('caseNumber', { data, faults, onChange: change })}
            label="Case number"
            hint="Must be unique within your firm."
            required
          />
          <OurSideField data={data} faults={faults} onChange={changeBasis} />
          <ForumField data={data} faults={faults} onChange={change} />
          <CaseTypeField data={data} faults={faults} onChange={changeBasis} />
          <RuleField data={data} faults={faults} onChange={change} />
          {/* Fills the row unless the rule shares it. */}
          <div className="sm:even:col-span-2">
            <TextField
              {...getTextProps('court', { data, faults, onChange: change })}
              label="Court"
              hint="Required to activate the case."
            />
          </div>
          <div className="grid grid-cols-2 items-start gap-4 max-sm:gap-2 sm:col-span-2">
            <TextField
              {...getDayProps('voirDireDate', { data, faults, onChange: change })}
              label="Voir dire date"
              required={false}
            />
            <TextField
              {...getDayProps('trialDate', { data, faults, onChange: change })}
              label="Trial date"
              required={false}
            />
          </div>
        </div>
        {data.strikeBudget && (
          <p className="tabular text-ink-2">
            {`Peremptory challenges: us ${data.strikeBudget.us}, them ${data.strikeBudget.them}.`}
          </p>
        )}
        <DefaultSource data={data} />
        <ReadNotice of={firm} what="Your firm’s default forum" />
        <div className="flex justify-end max-sm:[&>button]:w-full">
          <Button type="submit" variant="primary" busy={create.isPending || activate.isPending}>
            Create case
          </Button>
        </div>
      </form>
    </Card>
  )
}

function fillIn(entered: CaseData, defaultForumId: string | null): CaseData {
  const named = { ...entered, parties: readCaption(entered) }
  if (named.forumId) return { ...named, ...withBudget(named, {}) }
  return defaultForumId ? { ...named, ...chooseForum(named, defaultForumId) } : named
}

function describeParties({ parties }: CaseData): string | null {
  const [first, second] = parties
  if (!first || !second) return null
  return `${first.name} (${first.role === 'prosecution' ? 'prosecution' : 'plaintiff'}) and ${second.name} (defendant) are added as parties.`
}

async function findCaseByNumber(caseNumber: string): Promise<{ id: string; title: string } | null> {
  const key = (text: string) => text.replaceAll(/\s/g, '').toLowerCase()
  const found = await call(listCases, { params: {}, input: { q: caseNumber.trim(), limit: 20 } }).catch(() => [])
  return found.find((each) => key(each.caseNumber) === key(caseNumber)) ?? null
}
