import { expect } from 'vitest'
import { type CaseRole, caseRoles } from '#contract/account/permissions.ts'
import { buildCase, joinCase } from '#server/features/videos/videos.factory.ts'
import type { Person, TestApp } from './app.ts'

export type Who = CaseRole | 'administrator' | 'colleague'
export const everybody: readonly Who[] = [...caseRoles, 'administrator', 'colleague']

export type Cell = { who: Who; caseId: string; person: Person }
export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  body?: object
  headers?: Record<string, string>
}
export type Row = {
  name: string
  /** In the same order as `everybody`: lead, attorney, paralegal, consultant, viewer, administrator, colleague. */
  statuses: readonly number[]
  call: (cell: Cell) => Promise<Call> | Call
}

export const ok = 200
export const no = 403
export const gone = 404

type RowAnswers = { answers: [Who, number][]; nameless: string[] }

export const expectedOf = ({ statuses }: Row): RowAnswers => ({
  answers: everybody.map((who, index) => [who, statuses[index] ?? 0]),
  nameless: [],
})

export type Roles = {
  firmId: string
  people: Record<Who, Person>
  newCase(): Promise<string>
  askRow(row: Row): Promise<RowAnswers>
  checkRow(row: Row): Promise<void>
}

export async function buildRoles(at: TestApp): Promise<Roles> {
  const administrator = await at.person()
  const { firmId } = administrator.actor
  const member = () => at.person({ firmId, role: 'member', profession: 'paralegal' })
  const people = {
    lead: await member(),
    attorney: await member(),
    paralegal: await member(),
    consultant: await member(),
    viewer: await member(),
    administrator,
    colleague: await member(),
  }

  async function newCase(): Promise<string> {
    const { db } = at.parts.database
    const caseId = await buildCase(db, people.lead.actor)
    for (const role of caseRoles) if (role !== 'lead') await joinCase(db, people[role].actor, caseId, role)
    return caseId
  }

  async function askRow({ call }: Row): Promise<RowAnswers> {
    const answers: [Who, number][] = []
    const refusals: string[] = []
    let reading: Call | null = null
    for (const who of everybody) {
      const asked: Call = reading ?? (await call({ who, caseId: await newCase(), person: people[who] }))
      if (asked.method === 'GET') reading = asked
      const { method, url, body, headers } = asked
      const response = await at.app.inject({
        method,
        url,
        headers: { cookie: people[who].cookie, ...headers },
        ...(body ? { payload: body } : {}),
      })
      answers.push([who, response.statusCode])
      if (response.statusCode === 403) refusals.push(response.body)
    }
    return { answers, nameless: refusals.filter((each) => !/^(Only|Paralegals can) .+\.$/.test(each)) }
  }

  const checkRow = async (row: Row): Promise<void> => {
    expect(await askRow(row)).toEqual(expectedOf(row))
  }
  return { firmId, people, newCase, askRow, checkRow }
}
