import { expect, test } from 'vitest'
import { buildSbom } from './sbom.ts'

test('lists every shipped package and model, and no development package', () => {
  const { metadata, components } = buildSbom()
  expect(metadata.component.name).toBe('venire')
  const names = components.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['fastify', 'pg', 'silero-vad-5.onnx', 'moonshine-tiny-en.decoder.onnx']),
  )
  expect(names).not.toContain('vitest')
  expect(components.find(({ name }) => name === '@simplewebauthn/server')?.purl).toMatch(
    /^pkg:npm\/%40simplewebauthn\/server@\d/,
  )
})

test('gives every required part its hash and license', () => {
  const { components } = buildSbom()
  for (const { name, hashes, licenses } of components.filter(({ scope }) => scope === 'required'))
    expect([name, hashes[0]?.content ?? '', licenses.length]).toEqual([
      name,
      expect.stringMatching(/^[\da-f]{64,}$/),
      1,
    ])
  expect(new Set(components.map((component) => component['bom-ref'])).size).toBe(components.length)
})
