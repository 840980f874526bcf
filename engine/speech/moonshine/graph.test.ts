import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { findBuiltIn } from '../builtin.ts'
import { optimizeDecoder } from './graph.ts'

const builtIn = findBuiltIn() as { config: { moonshine: { encoder: string; mergedDecoder: string } } } | null
const count = (bytes: Buffer, text: string): number => bytes.toString('latin1').split(text).length - 1

test('the last layer of both branches multiplies integers, and keys are scaled before they are transposed', async () => {
  if (builtIn === null) return
  const before = await readFile(builtIn.config.moonshine.mergedDecoder)
  const after = optimizeDecoder(before)
  const conversions = [before, after].map((bytes) => count(bytes, '\u0010DequantizeLinear'))
  expect(conversions[0]! - conversions[1]!).toBe(2)
  expect(count(after, '\u000DMatMulInteger') - count(before, '\u000DMatMulInteger')).toBe(2)
  expect(count(after, 'Mul_1_output_0_scaled')).toBeGreaterThan(count(before, 'Mul_1_output_0_scaled'))
  expect(optimizeDecoder(after).equals(after)).toBe(true)
})

test('leaves other models alone', async () => {
  if (builtIn === null) return
  const encoder = await readFile(builtIn.config.moonshine.encoder)
  expect(optimizeDecoder(encoder).equals(encoder)).toBe(true)
})
