import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { CaseData } from '#contract/cases/data.ts'
import { createCase, listCases } from '#contract/cases/cases.ts'
import { readFirm } from '#contract/account/team.ts'
import { nothingElse, useCommand, useRead } from '#web/platform/api.ts'
import { ApiError, describeError } from '#web/platform/apiError.ts'
import { call } from '#web/platform/call.ts'
import { useAccount } from '#web/platform/session.ts'
import { readSetting, writeSetting } from '#web/platform/storage.ts'
import { Button, Card, focusFault, linkClass, Notice, ReadNotice } from '#web/ui/kit.ts'
import { BasicsFields } from './BasicsFields.tsx'
import { emptyCase } from './emptyCase.ts'
import { FaultSummary } from './FaultSummary.tsx'
import { type Faults, findFaults, fieldGroups } from './faults.ts'
import { chooseForum } from './fillBudget.ts'
import { StepList } from './StepList.tsx'

/** What this person typed before the draft had a title and a number survives a reload in this browser. */
const draftSetting = (userId: string): string => `cases.newCase.${userId}`

function storedDraft(setting: string): CaseData {
  try {
    const stored: unknown = JSON.parse(readSetting(setting) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return emptyCase
    const draft = { ...emptyCase, ...stored }
    // A draft of an earlier version may hold what no field takes any more.
    return Object.keys(findFaults(draft, ['ourSide', 'caseType', 'confidentiality', 'tags'])).length > 0
      ? emptyCase
      : draft
  } catch {
    return emptyCase
  }
}

/** The first step: with a title and a number the draft is stored with the firm. */
export function StartCase({ onCreated }: { onCreated: (caseId: string) => void }) {
  const setting = draftSetting(useAccount().userId)
  const [data, setData] = useState(() => storedDraft(setting))
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [duplicate, setDuplicate] = useState<{ id: string; title: string } | null>(null)
  const firm = useRead(readFirm, nothingElse)
  const create = useCommand(createCase)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    writeSetting(setting, data === emptyCase ? null : JSON.stringify(data))
  }, [setting, data])

  async function submit() {
    const found = findFaults(data, fieldGroups.basics)
    setFaults(found)
    setFailure(null)
    setDuplicate(null)
    if (Object.keys(found).length > 0) return focusFault(form.current)
    const basics = Object.fromEntries(fieldGroups.basics.map((field) => [field, data[field]]))
    const forum = firm.data?.defaultForumId ? chooseForum(data, firm.data.defaultForumId) : {}
    try {
      const input = { ...basics, ...forum, title: data.title, caseNumber: data.caseNumber }
      const created = await create.mutateAsync({ params: {}, input })
      writeSetting(setting, null)
      onCreated(created.id)
    } catch (error) {
      setFailure(describeError(error))
      if (!(error instanceof ApiError)) return
      setFaults(error.fields)
      focusFault(form.current)
      if (error.status === 409) setDuplicate(await sameNumber(data.caseNumber))
    }
  }

  return (
    <>
      <StepList current="basics" />
      <Card title="Basics">
        <form
          ref={form}
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
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
          <BasicsFields data={data} faults={faults} onChange={(patch) => setData((old) => ({ ...old, ...patch }))} />
          <ReadNotice of={firm} what="Your firm’s default forum" />
          <div className="flex justify-end">
            <Button type="submit" variant="primary" busy={create.isPending} disabled={!firm.data}>
              Next: Forum and method
            </Button>
          </div>
        </form>
      </Card>
    </>
  )
}

/** The case that has the number already, if this person may see it. */
async function sameNumber(caseNumber: string): Promise<{ id: string; title: string } | null> {
  const key = (text: string) => text.replaceAll(/\s/g, '').toLowerCase()
  const found = await call(listCases, { params: {}, input: { q: caseNumber.trim(), limit: 20 } }).catch(() => [])
  return found.find((each) => key(each.caseNumber) === key(caseNumber)) ?? null
}
