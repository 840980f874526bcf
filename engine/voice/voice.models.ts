import { open, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Unprocessable } from '../stage.ts'

export type VoiceModels = { name: string; segmentation: string; embedding: string }

const segmentationName = /segmentation|reverb-diarization/i
const embeddingName = /embedding|titanet|eres2net|cam\+\+|campplus|wespeaker|3dspeaker|speakerverification|ecapa/i

export const isVoiceModel = (name: string): boolean => segmentationName.test(name) || embeddingName.test(name)

/** Returns null if the folder has no models. Throws `Unprocessable` if one is missing or damaged. */
export async function findVoiceModels(folder: string): Promise<VoiceModels | null> {
  const files = await listOnnx(folder)
  const pick = (pattern: RegExp): string | null => {
    const found = files.filter(({ names }) => names.some((name) => pattern.test(name))).map(({ path }) => path)
    return found.find((path) => /int8/.test(basename(path))) ?? found[0] ?? null
  }
  const segmentation = pick(segmentationName)
  const embedding = pick(embeddingName)
  if (segmentation === null && embedding === null) return null
  if (segmentation === null)
    throw new Unprocessable(
      `There is a speaker embedding model in ${folder} but no segmentation model. Voices need both: run "venire models pull speaker-segmentation-3.0".`,
    )
  if (embedding === null)
    throw new Unprocessable(
      `There is a speaker segmentation model in ${folder} but no embedding model. Voices need both: run "venire models pull speaker-embedding-campplus-en".`,
    )
  for (const path of [segmentation, embedding]) {
    const fault = await findFault(path)
    if (fault !== null) throw new Unprocessable(`The voice model file ${basename(path)} ${fault}. Copy it again.`)
  }
  return { name: `${getModelName(segmentation)} with ${getModelName(embedding)}`, segmentation, embedding }
}

function getModelName(path: string): string {
  const own = basename(path, '.onnx').replace(/\.int8$/, '')
  return own === 'model' ? basename(join(path, '..')) : own
}

async function listOnnx(folder: string): Promise<{ path: string; names: string[] }[]> {
  const found: { path: string; names: string[] }[] = []
  const look = async (at: string, isInner: boolean): Promise<void> => {
    const entries = await readdir(at, { withFileTypes: true }).catch(() => [])
    for (const entry of entries.sort((a, b) => a.name.localeCompare(b.name))) {
      const path = join(at, entry.name)
      if (entry.isDirectory()) {
        if (!isInner && !entry.name.startsWith('.')) await look(path, true)
      } else if (entry.name.endsWith('.onnx'))
        found.push({ path, names: isInner ? [entry.name, basename(at)] : [entry.name] })
    }
  }
  await look(folder, false)
  return found
}

const modelBytesAtLeast = 100
/** Protobuf tag of `ir_version` in ONNX files. */
const onnxFirstByte = 0x08
/** Bytes 4 to 7 of an ONNX Runtime `.ort` file. */
const ortMark = 'ORTM'

export async function findFault(path: string): Promise<string | null> {
  const { size } = await stat(path)
  if (size < modelBytesAtLeast) return size === 0 ? 'is empty' : 'is cut off'
  await using file = await open(path, 'r')
  const head = Buffer.alloc(8)
  await file.read(head, 0, head.length, 0)
  return head[0] === onnxFirstByte || head.toString('latin1', 4) === ortMark ? null : 'is not an ONNX model'
}
