import { open, stat } from 'node:fs/promises'

/** A model cut off in copying is smaller than any that can hear. */
const modelBytesAtLeast = 100
/** The first byte of every ONNX file: the field `ir_version` of its protocol buffer. */
const onnxFirstByte = 0x08

/** What is wrong with a model's file, as the end of a sentence; null where nothing can be seen without loading it. */
export async function findFault(path: string): Promise<string | null> {
  const { size } = await stat(path)
  if (size < modelBytesAtLeast) return size === 0 ? 'is empty' : 'is cut off'
  await using file = await open(path, 'r')
  const first = Buffer.alloc(1)
  await file.read(first, 0, 1, 0)
  return first[0] === onnxFirstByte ? null : 'is not an ONNX model'
}
