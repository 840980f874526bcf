import { useRef, useState } from 'react'
import type { CaseData } from '#contract/cases/data.ts'
import { type OpenCase, readCase, updateCase } from '#contract/cases/cases.ts'
import { useCommand } from '#web/platform/api.ts'
import { ApiError, describeError } from '#web/platform/apiError.ts'
import { call } from '#web/platform/call.ts'
import { emptyCase, type Faults, findFaults, isSameValue } from './caseFields.ts'

const caseFields = Object.keys(emptyCase) as (keyof CaseData)[]
const toData = (found: OpenCase): CaseData =>
  Object.fromEntries(caseFields.map((field) => [field, found[field]])) as unknown as CaseData

export type Conflict = { theirs: OpenCase; mine: CaseData; fields: readonly (keyof CaseData)[] }

export function useCaseEditor(opened: OpenCase) {
  const [base, setBase] = useState(opened)
  const [data, setData] = useState<CaseData>(() => toData(opened))
  const [serverFaults, setServerFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const command = useCommand(updateCase)
  // Runs saves one at a time so they don't conflict.
  const running = useRef<Promise<unknown>>(Promise.resolve())
  const stored = useRef(opened)

  const baseData = toData(base)
  const changed = caseFields.filter((field) => !isSameValue(data[field], baseData[field]))

  function change(patch: Partial<CaseData>) {
    setData((old) => ({ ...old, ...patch }))
    setServerFaults({})
    setFailure(null)
  }

  function save(of: CaseData = data, on: OpenCase = base): Promise<boolean> {
    const turn = running.current.then(() => store(of, stored.current.version > on.version ? stored.current : on))
    running.current = turn.catch(() => {})
    return turn
  }

  async function store(of: CaseData, on: OpenCase): Promise<boolean> {
    const before = toData(on)
    const fields = caseFields.filter((field) => !isSameValue(of[field], before[field]))
    if (fields.length === 0) return true
    if (Object.keys(findFaults(of, fields)).length > 0) return false
    const patch = Object.fromEntries(fields.map((field) => [field, of[field]]))
    try {
      const input = { ...patch, version: on.version }
      stored.current = await command.mutateAsync({ params: { caseId: on.id }, input })
      setBase(stored.current)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 409 && Object.keys(error.fields).length === 0) {
        await openConflict(of, fields)
      } else {
        setServerFaults(error.fields)
        setFailure(describeError(error))
      }
      return false
    }
  }

  async function openConflict(mine: CaseData, fields: readonly (keyof CaseData)[]) {
    const theirs = await call(readCase, { params: { caseId: base.id }, input: {} })
    if (theirs.walled) return
    const clashing = fields.filter((field) => !isSameValue(mine[field], theirs[field]))
    setConflict({ theirs, mine, fields: clashing })
  }

  async function resolve(keepMine: readonly (keyof CaseData)[]): Promise<boolean> {
    if (!conflict) return true
    const { theirs, mine } = conflict
    const merged = { ...toData(theirs), ...Object.fromEntries(keepMine.map((field) => [field, mine[field]])) }
    setConflict(null)
    setBase(theirs)
    setData(merged)
    return save(merged, theirs)
  }

  return {
    base,
    data,
    change,
    changed,
    save: (entered?: CaseData) => save(entered),
    isSaving: command.isPending,
    serverFaults,
    failure,
    conflict,
    closeConflict: () => setConflict(null),
    resolve,
  }
}
