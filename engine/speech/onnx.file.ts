import { open, stat } from 'node:fs/promises'

/** A model cut off in copying is smaller than any that can hear. */
const modelBytesAtLeast = 100
/** The first byte of every ONNX file: the field `ir_version` of its protocol buffer. */
const onnxFirstByte = 0x08
/** Bytes 4 to 7 of ONNX Runtime's own form of a model (`.ort`). */
const ortMark = 'ORTM'

/** What is wrong with a model's file, as the end of a sentence; null where nothing can be seen without loading it. */
export async function findFault(path: string): Promise<string | null> {
  const { size } = await stat(path)
  if (size < modelBytesAtLeast) return size === 0 ? 'is empty' : 'is cut off'
  await using file = await open(path, 'r')
  const head = Buffer.alloc(8)
  await file.read(head, 0, head.length, 0)
  return head[0] === onnxFirstByte || head.toString('latin1', 4) === ortMark ? null : 'is not an ONNX model'
}
