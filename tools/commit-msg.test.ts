import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const hook = join(import.meta.dirname, '../.githooks/commit-msg')
const folder = mkdtempSync(join(tmpdir(), 'commit-msg-'))
afterAll(() => rmSync(folder, { recursive: true }))

function runHook(message: string) {
  const file = join(folder, 'COMMIT_EDITMSG')
  writeFileSync(file, message)
  const { status, stderr } = spawnSync('sh', [hook, file], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } })
  return { status, stderr }
}

test.each([
  'strikes: lock the case before reading the budget',
  'docs: publish word error rates',
  'web: embed the font',
  'Speed up the first load\n\nWhy: it took 300 ms.',
  'Shed load early',
  'storage: shred temporary files',
  `docs: ${'a'.repeat(53)}’`,
  `docs: ${'—'.repeat(54)}`,
  '# a comment of git\nfindings: reject idioms',
])('accepts %j', (message) => {
  expect(runHook(message)).toEqual({ status: 0, stderr: '' })
})

test.each([
  ['', 'Write a subject.'],
  [`docs: ${'a'.repeat(55)}`, 'Keep the subject to 60 characters.'],
  [`docs: ${'—'.repeat(55)}`, 'Keep the subject to 60 characters.'],
  ['docs: publish word error rates.', 'End the subject without a period.'],
  ['docs: published word error rates', 'Start with an imperative: "add", "fix", "lock".'],
  ['docs: pushed word error rates', 'Start with an imperative: "add", "fix", "lock".'],
  ['Adding a hook', 'Start with an imperative: "add", "fix", "lock".'],
])('rejects %j', (message, sentence) => {
  const { status, stderr } = runHook(message)
  expect({ status, first: stderr.split('\n')[0] }).toEqual({ status: 1, first: `commit-msg: ${sentence}` })
})
