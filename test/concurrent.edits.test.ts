import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Annotation } from '#contract/findings/annotations.ts'
import type { OpenCase } from '#contract/cases/cases.ts'
import type { Corrected, Correction } from '#contract/videos/corrections.ts'
import type { SeatedJuror } from '#contract/jurors/seats.ts'
import type { Juror } from '#contract/jurors/jurors.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import type { VideoDetail } from '#contract/videos/videos.ts'
import { buildAnalysis, buildResults, buildTurn } from '#server/features/analysis/analysis.factory.ts'
import { buildCase, buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from './app.ts'

const onServer = process.env.VENIRE_TEST_DATABASE === 'server'
const [people, edits] = onServer ? [50, 20] : [8, 8]
/** With few records, most edits conflict, but many still succeed. */
const recordsOfKind = 5

let at: TestApp
let team: Person[]
let caseIds: string[]
let videoId: string
let jurorIds: string[]
let annotationIds: string[]
beforeAll(async () => {
  at = await testApp()
  const { db } = at.parts.database
  const lead = await at.person()
  const others = Array.from({ length: people - 1 }, () => at.person({ firmId: lead.actor.firmId, role: 'member' }))
  team = [lead, ...(await Promise.all(others))]
  caseIds = []
  for (let each = 0; each < recordsOfKind; each++) caseIds.push(await buildCase(db, lead.actor))
  for (const { actor } of team.slice(1)) for (const caseId of caseIds) await joinCase(db, actor, caseId, 'attorney')
  ;({ id: videoId } = await buildVideo(at.parts, lead.actor, { caseId: caseIds[0]!, durationMs: 60_000 }))
  const turns = Array.from({ length: recordsOfKind }, (_, index) => buildTurn(index, { text: 'One word of many' }))
  await buildAnalysis(db, videoId, buildResults({ turns, findings: [] }))
  jurorIds = []
  annotationIds = []
  for (let each = 1; each <= recordsOfKind; each++) {
    const juror = await lead.call('POST', `/api/cases/${caseIds[0]}/jurors`, { jurorNumber: String(each) })
    jurorIds.push(juror.json<Juror>().id)
    const note = { title: 'Note', startTime: each, description: '' }
    annotationIds.push((await lead.call('POST', `/api/videos/${videoId}/annotations`, note)).json<Annotation>().id)
  }
}, 60_000)
afterAll(() => at.close())

type Kind = {
  add: (person: Person, at: number, word: string) => Promise<number>
  words: (at: number) => Promise<string[]>
}
const ask = async <T>(person: Person, url: string): Promise<T> => (await person.call('GET', url)).json<T>()
const split = (text: string): string[] => text.split(' ').filter(Boolean)

const annotationOf = async (person: Person, at: number) =>
  (await ask<VideoDetail>(person, `/api/videos/${videoId}`)).annotations.find(({ id }) => id === annotationIds[at])!

const kinds: Record<string, Kind> = {
  case: {
    async add(person, at, word) {
      const { version, witnesses: known } = await ask<OpenCase>(person, `/api/cases/${caseIds[at]}`)
      const witnesses = [...known, { name: word, firm: '', side: 'other' }]
      return (await person.call('PATCH', `/api/cases/${caseIds[at]}`, { version, witnesses })).statusCode
    },
    words: async (at) => (await ask<OpenCase>(team[0]!, `/api/cases/${caseIds[at]}`)).witnesses.map(({ name }) => name),
  },
  juror: {
    async add(person, at, word) {
      const { version, notes } = await ask<Juror>(person, `/api/jurors/${jurorIds[at]}`)
      return (await person.call('PATCH', `/api/jurors/${jurorIds[at]}`, { version, notes: `${notes} ${word}`.trim() }))
        .statusCode
    },
    words: async (at) => split((await ask<Juror>(team[0]!, `/api/jurors/${jurorIds[at]}`)).notes ?? ''),
  },
  annotation: {
    async add(person, at, word) {
      const { version, title, startTime, description } = await annotationOf(person, at)
      const body = { version, title, startTime, description: `${description} ${word}`.trim() }
      return (await person.call('PUT', `/api/videos/${videoId}/annotations/${annotationIds[at]}`, body)).statusCode
    },
    words: async (at) => split((await annotationOf(team[0]!, at)).description),
  },
  correction: {
    async add(person, at, word) {
      const made = await ask<Correction[]>(person, `/api/videos/${videoId}/corrections?turn=${at}`)
      const replaces = made.filter(({ state }) => state === 'live').map(({ id }) => id)
      const body = { turn: at, from: 1, to: 1, newText: word, replaces }
      const answer = await person.call('POST', `/api/videos/${videoId}/corrections`, body)
      if (answer.statusCode === 200) expect(answer.json<Corrected>().correction.newText).toBe(word)
      return answer.statusCode
    },
    async words(at) {
      const made = await ask<Correction[]>(team[0]!, `/api/videos/${videoId}/corrections?turn=${at}`)
      const live = made.filter(({ state }) => state === 'live')
      expect(live).toHaveLength(made.length > 0 ? 1 : 0)
      expect(made.map(({ replaces }) => replaces.length).toSorted()).toEqual(made.map((_, index) => Math.min(index, 1)))
      return made.map(({ newText }) => newText)
    },
  },
}
const names = Object.keys(kinds)

test(
  `${people} people with ${edits} edits each lose nothing: acknowledged edits are stored and all others get 409`,
  { timeout: 300_000 },
  async () => {
    const taken: Record<string, string[]> = Object.fromEntries(names.map((name) => [name, []]))
    const refused: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0]))
    await Promise.all(
      team.map(async (person, who) => {
        for (let edit = 0; edit < edits; edit++) {
          const name = names[(who + edit) % names.length]!
          const word = `p${who}e${edit}`
          const status = await kinds[name]!.add(person, edit % recordsOfKind, word)
          expect([name, [200, 409].includes(status) ? 'fine' : status]).toEqual([name, 'fine'])
          if (status === 200) taken[name]!.push(word)
          else refused[name]! += 1
        }
      }),
    )
    for (const name of names) {
      const held: string[] = []
      for (let record = 0; record < recordsOfKind; record++) held.push(...(await kinds[name]!.words(record)))
      expect([name, held.toSorted()]).toEqual([name, taken[name]!.toSorted()])
      expect([name, refused[name]]).not.toEqual([name, 0])
      expect([name, held.length]).not.toEqual([name, 0])
    }
    const all = names.reduce((sum, name) => sum + taken[name]!.length + refused[name]!, 0)
    expect(all).toBe(people * edits)
  },
)

const races = onServer ? 100 : 10

test(`exactly one of two people assigning one seat gets it, ${races} times`, { timeout: 300_000 }, async () => {
  const [first, second] = team
  const plan = { type: 'jury_voir_dire', date: null }
  const session = (await first!.call('POST', `/api/cases/${caseIds[0]}/sessions`, plan)).json<Session>()
  const url = `/api/sessions/${session.id}/seats`
  for (let race = 0; race < races; race++) {
    const seat = 1 + (race % 4)
    const sit = (person: Person, jurorId: string) => person.call('POST', url, { jurorId, seat })
    const answers = await Promise.all([sit(first!, jurorIds[0]!), sit(second!, jurorIds[1]!)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)!.body).toMatch(
      new RegExp(`^Seat ${seat} is taken by juror [12]\\. Choose a free seat\\.$`),
    )
    const seats = await ask<SeatedJuror[]>(first!, url)
    expect(seats).toHaveLength(1)
    await first!.call('POST', url, { jurorId: seats[0]!.jurorId, seat: null })
  }
})

test(`exactly one of two people assigning one number gets it, ${races} times`, async () => {
  const [first, second] = team
  const url = `/api/cases/${caseIds[1]}/jurors`
  for (let race = 1; race <= races; race++) {
    // 7, 07, and 007 are the same number.
    const add = (person: Person, jurorNumber: string) => person.call('POST', url, { jurorNumber })
    const answers = await Promise.all([add(first!, String(race)), add(second!, `0${race}`)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  }
  const list = await ask<Juror[]>(first!, url)
  expect(list).toHaveLength(races)
  expect(new Set(list.map((each) => each.orderIndex)).size).toBe(races)
}, 300_000)
