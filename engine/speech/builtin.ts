import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Model } from './sherpa.model.ts'

const folder = join(import.meta.dirname, '../models')

/**
 * Finds the built-in model, Moonshine tiny for English (MIT, 28 MB). Returns null if its files or the sherpa-onnx
 * binary aren't installed.
 */
export function findBuiltIn(): Model | null {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const { resolve } = createRequire(import.meta.url)
  try {
    resolve(`sherpa-onnx-${system}-${process.arch}/package.json`)
  } catch {
    return null
  }
  const encoder = join(folder, 'moonshine-tiny-en.encoder.onnx')
  const mergedDecoder = join(folder, 'moonshine-tiny-en.decoder.onnx')
  if (!existsSync(encoder) || !existsSync(mergedDecoder)) return null
  const about = 'This is a small model, so check its transcript against the recording.'
  return {
    family: 'moonshine',
    name: 'moonshine-tiny-en',
    folder,
    config: { moonshine: { encoder, mergedDecoder } },
    about,
  }
}
