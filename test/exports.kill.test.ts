import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { CaseDetail } from '#contract/cases/cases.ts'
import type { Export } from '#contract/exports/exports.ts'
import { freePort } from './crash/platform.ts'
import { signUp } from './crash/sign-up.ts'
import { newDataDir, startPlatform, until as untilWithin } from './exports.kill.start.ts'

/** Set `VENIRE_KILLS=20` before a release. */
const rounds = Number(process.env.VENIRE_KILLS ?? 1)
const jurors = 400
const roundSeconds = 120
const until = (done: () => Promise<boolean>) => untilWithin(done, { patienceSeconds: roundSeconds, pollMs: 100 })

test(
  `${rounds} kills leave no partial file, and every export finishes`,
  async () => {
    const folder = await newDataDir()
    const port = await freePort()
    let platform = await startPlatform(port, folder)
    try {
      const headers = { authorization: `Bearer ${await signUp(platform.url)}`, 'content-type': 'application/json' }
      const ask = async <T>(path: string, body?: object): Promise<T> => {
        const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
        const response = await fetch(platform.url + path, { headers, ...init })
        if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
        return (await response.json()) as T
      }
      const { id: caseId } = await ask<CaseDetail>('/api/cases', { title: 'State v. Example', caseNumber: 'K-1' })
      await ask(`/api/cases/${caseId}/jurors/import`, {
        columns: [
          { header: 'No', target: 'jurorNumber' },
          { header: 'Work', target: 'occupation' },
        ],
        rows: Array.from({ length: jurors }, (_, index) => [
          String(index + 1),
          `Occupation ${index} `.repeat(8).trim(),
        ]),
      })
      const plan = { type: 'pdf', template: 'juror_report', scope: { kind: 'case', id: caseId } }
      const state = async (id: string) => (await ask<Export>(`/api/exports/${id}`)).status
      // Times an uninterrupted export first, so that later kills land while the export runs.
      const uncut = await ask<Export>('/api/exports', plan)
      await until(async () => (await state(uncut.id)) !== 'queued')
      const begun = performance.now()
      await until(async () => (await state(uncut.id)) === 'ready')
      const usualMs = performance.now() - begun
      const hashes = new Set<string>()
      let cutWhileRunning = 0
      // On a fast machine, an export can finish before the kill. That round proves nothing.
      for (let round = 0; round < rounds || (cutWhileRunning === 0 && round < rounds + 5); round++) {
        const { id } = await ask<Export>('/api/exports', plan)
        await until(async () => (await state(id)) !== 'queued')
        await sleep((Math.random() * usualMs) / 2)
        if ((await state(id)) === 'running') cutWhileRunning++
        await platform.kill()
        platform = await startPlatform(port, folder)
        const bytes = () => fetch(`${platform.url}/api/exports/${id}/file`, { headers })
        await until(async () => {
          const { status, failure } = await ask<Export>(`/api/exports/${id}`)
          expect([status, failure]).not.toEqual(['failed', expect.anything()])
          const early = await bytes()
          expect([status, early.status]).toEqual([status, expect.toBeOneOf(status === 'ready' ? [200] : [409, 200])])
          await early.body?.cancel()
          return status === 'ready'
        })
        const made = await ask<Export>(`/api/exports/${id}`)
        const got = Buffer.from(await (await bytes()).arrayBuffer())
        expect([got.length, createHash('sha256').update(got).digest('hex')]).toEqual([made.sizeBytes, made.sha256])
        expect(got.subarray(-6).toString()).toContain('%%EOF')
        hashes.add(made.sha256!)
      }
      expect(cutWhileRunning).toBeGreaterThan(0)
      expect(hashes.size).toBe(1)
      expect(await readdir(join(folder, 'exports'))).toEqual([])
    } finally {
      await platform.kill()
      await rm(folder, { recursive: true, force: true })
    }
  },
  (rounds + 1) * roundSeconds * 1000,
)
