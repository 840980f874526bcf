import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type Field = [number: number, value: number | string | Uint8Array]

export function encode(...fields: Field[]): Uint8Array {
  return Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === 'number') return Buffer.from([...varint(number << 3), ...varint(value)])
      const bytes = Buffer.from(value)
      return Buffer.concat([Buffer.from([...varint((number << 3) | 2), ...varint(bytes.length)]), bytes])
    }),
  )
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]
}

export const tensor = (name: string, dims: number[], values: number[]): Uint8Array =>
  encode(
    ...dims.map((dim): Field => [1, dim]),
    [2, 1],
    [8, name],
    [9, new Uint8Array(Float32Array.from(values).buffer)],
  )

export const floats = 1
const integers = 7
export const port = (name: string, type: number, dims: (number | string)[]): Uint8Array => {
  const shape = encode(...dims.map((dim): Field => [1, encode(typeof dim === 'number' ? [1, dim] : [2, dim])]))
  return encode([1, name], [2, encode([1, encode([1, type], [2, shape])])])
}

export const node = (operator: string, inputs: string[], output: string, ...attributes: Uint8Array[]): Uint8Array =>
  encode(
    ...inputs.map((input): Field => [1, input]),
    [2, output],
    [4, operator],
    ...attributes.map((each): Field => [5, each]),
  )

export const whole = (name: string, value: number): Uint8Array => encode([1, name], [20, 2], [3, value])
export const wholes = (name: string, values: number[]): Uint8Array =>
  encode([1, name], [20, 7], ...values.map((value): Field => [8, value]))

export const model = (graph: Uint8Array, notes: Record<string, string>): Uint8Array =>
  encode(
    [1, 8],
    [7, graph],
    [8, encode([1, ''], [2, 17])],
    ...Object.entries(notes).map(([key, value]): Field => [14, encode([1, key], [2, value])]),
  )

const bands = 80
const blank = 2
const tokens = ['▁yes', '▁no', '<blk>']

export async function writeTinyModel(folder: string): Promise<void> {
  const half = bands / 2
  const weights = Array.from({ length: bands }, (_, band) => [
    band < half ? 1 / half : 0,
    band < half ? 0 : 1 / half,
    0,
  ]).flat()
  const bias = [0, 0, -8]
  const graph = encode(
    [1, node('Transpose', ['audio_signal'], 'frames', wholes('perm', [0, 2, 1]))],
    [1, node('MatMul', ['frames', 'weights'], 'sums')],
    [1, node('Add', ['sums', 'bias'], 'scores')],
    [1, node('LogSoftmax', ['scores'], 'logprobs', whole('axis', 2))],
    [2, 'tiny'],
    [5, tensor('weights', [bands, tokens.length], weights)],
    [5, tensor('bias', [tokens.length], bias)],
    [11, port('audio_signal', floats, ['n', bands, 't'])],
    [11, port('length', integers, ['n'])],
    [12, port('logprobs', floats, ['n', 't', tokens.length])],
  )
  const notes = {
    model_type: 'EncDecCTCModelBPE',
    vocab_size: String(blank),
    subsampling_factor: '1',
    normalize_type: '',
  }
  await writeFile(join(folder, 'model.onnx'), model(graph, notes))
  await writeFile(join(folder, 'tokens.txt'), tokens.map((token, id) => `${token} ${id}\n`).join(''))
}
