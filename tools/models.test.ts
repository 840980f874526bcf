import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMissingModels, type ModelFile } from './models.mjs'
import { root } from './steps.ts'

const list = join(root, 'engine/models/models.json')
const hash = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'venire-models-'))
  for (const each of ['tools', 'engine/models', 'bin', 'package/dist'])
    mkdirSync(join(folder, each), { recursive: true })
  cpSync(join(root, 'tools/models.mjs'), join(folder, 'tools/models.mjs'))
  writeFileSync(join(folder, 'package/dist/a.onnx'), 'the weights')
  spawnSync('tar', ['-czf', 'carrier.tgz', 'package'], { cwd: folder })
  writeFileSync(
    join(folder, 'bin/npm'),
    `#!/bin/sh\necho "$*" >> ${folder}/called\n[ "$2" = carrier@1.0.0 ] || { echo "no such package" >&2; exit 1; }\ncp ${folder}/carrier.tgz .\n`,
  )
  chmodSync(join(folder, 'bin/npm'), 0o755)
})
afterAll(() => rmSync(folder, { recursive: true }))

function fetchListed(models: Partial<ModelFile>[]) {
  writeFileSync(join(folder, 'engine/models/models.json'), JSON.stringify(models))
  return spawnSync(process.execPath, [join(folder, 'tools/models.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
  })
}

const weights = {
  file: 'a.onnx',
  bytes: 11,
  sha256: hash('the weights'),
  package: 'carrier@1.0.0',
  path: 'dist/a.onnx',
}

test('every model is present with its hash, license, and origin', () => {
  expect(listMissingModels()).toEqual([])
  const models = JSON.parse(readFileSync(list, 'utf8')) as ModelFile[]
  expect(models).toHaveLength(3)
  for (const { file, sha256, license, origin, package: carrier } of models) {
    expect([file, hash(readFileSync(join(root, 'engine/models', file)))]).toEqual([file, sha256])
    expect([license, origin, carrier]).toEqual([
      'MIT',
      expect.stringMatching(/^https:/),
      expect.stringMatching(/@\d+\.\d+\.\d+$/),
    ])
  }
})

test('rejects a file with the wrong hash and removes it', () => {
  const { status, stderr } = fetchListed([{ ...weights, sha256: hash('other weights') }])
  expect([status, stderr]).toEqual([1, 'dist/a.onnx in carrier@1.0.0 isn’t the expected file.\n'])
  expect(readdirSync(join(folder, 'engine/models'))).toEqual(['models.json'])
})

test('fetches what is missing, once', () => {
  expect(fetchListed([weights])).toMatchObject({ status: 0, stderr: '' })
  expect(readFileSync(join(folder, 'engine/models/a.onnx'), 'utf8')).toBe('the weights')
  rmSync(join(folder, 'called'))
  expect(fetchListed([weights])).toMatchObject({ status: 0, stderr: '' })
  expect(existsSync(join(folder, 'called'))).toBe(false)
})

test('names the package npm could not download', () => {
  const { status, stderr } = fetchListed([{ ...weights, file: 'b.onnx', package: 'gone@1.0.0' }])
  expect([status, stderr]).toEqual([1, 'npm could not download gone@1.0.0.\nno such package\n\n'])
})
