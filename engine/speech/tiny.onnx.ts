/** For tests: the parts of an ONNX file, enough to write tiny models that really run. */

export type Field = [number: number, value: number | string | Uint8Array]

/** A protocol buffer message: numbers as varints, everything else with its length before it. */
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
export const integers = 7
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

/** Attributes of a node: one whole number, or several. */
export const whole = (name: string, value: number): Uint8Array => encode([1, name], [20, 2], [3, value])
export const wholes = (name: string, values: number[]): Uint8Array =>
  encode([1, name], [20, 7], ...values.map((value): Field => [8, value]))

/** The file: a graph with the notes by which sherpa-onnx knows what it is. */
export const model = (graph: Uint8Array, notes: Record<string, string>): Uint8Array =>
  encode(
    [1, 8],
    [7, graph],
    [8, encode([1, ''], [2, 17])],
    ...Object.entries(notes).map(([key, value]): Field => [14, encode([1, key], [2, value])]),
  )
