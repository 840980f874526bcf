import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { catalog } from '#engine/speech/catalog.ts'
import { collectLicenses } from './licenses.ts'
import { root } from './steps.ts'

const file = (name: string) => readFileSync(join(root, name), 'utf8')

test('the license file is current and covers every package', () => {
  expect(file('THIRD-PARTY-LICENSES.txt') === collectLicenses()).toBe(true)
  const { dependencies } = JSON.parse(file('package.json')) as { dependencies: Record<string, string> }
  for (const [name, version] of Object.entries(dependencies))
    expect([name, collectLicenses().includes(`${name} ${version}`) || name in known()]).toEqual([name, true])
})

const known = () => JSON.parse(file('tools/licenses.data.json')) as Record<string, unknown>

test('the notice names every model with its license, and fonts and media, and the image ships it', () => {
  for (const name of ['Moonshine', 'Silero', 'zxcvbn', 'Django', 'wink-eng-lite-web-model', 'Inter', 'samples/'])
    expect(file('NOTICE')).toContain(name)
  for (const { name, license } of catalog)
    expect(file('NOTICE')).toMatch(new RegExp(`${name.replaceAll('.', '\\.')}.*: ${license},`))
  for (const source of ['PocketSphinx', 'weights.json', 'LibriSpeech: CC BY 4.0', 'LibriVox: public domain'])
    expect(file('NOTICE')).toContain(source)
  expect(file('deploy/Containerfile')).toMatch(/^COPY \. \.$/m)
  expect(file('deploy/Containerfile.dockerignore')).not.toMatch(/NOTICE|LICENSE|txt/)
})
