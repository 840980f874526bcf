import { existsSync } from 'node:fs'
import { createRequire, findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import type { Model } from './sherpa.model.ts'

const packageName = '@moonshine-ai/moonshine-js'
const filesInPackage = 'dist/model/tiny/quantized'

/** Finds Moonshine tiny for English (MIT, 28 MB). Null if its files or the sherpa-onnx binary aren't installed. */
export function findBuiltIn(): Model | null {
  const manifest = locate(() => findPackageJSON(packageName, import.meta.url))
  const system = process.platform === 'win32' ? 'win' : process.platform
  const { resolve } = createRequire(import.meta.url)
  const binary = locate(() => resolve(`sherpa-onnx-${system}-${process.arch}/package.json`))
  if (manifest === null || binary === null) return null
  const folder = join(dirname(manifest), filesInPackage)
  const encoder = join(folder, 'encoder_model.onnx')
  const mergedDecoder = join(folder, 'decoder_model_merged.onnx')
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

function locate(find: () => string | undefined): string | null {
  try {
    return find() ?? null
  } catch {
    return null
  }
}
