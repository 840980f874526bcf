/**
 * Rewrites Moonshine's decoder, which spends a third of its time converting and transposing constants. Reads and writes
 * ONNX's protobuf format directly.
 */

const model = { graph: 7 }
const graph = { node: 1 }
const node = { input: 1, output: 2, operator: 4, attribute: 5 }
const attribute = { name: 1, integer: 3, graph: 6, integers: 8, type: 20 }
const integerType = 2
const floatType = 1

type Field = { number: number; raw: Buffer; body: Buffer }
type Node = { operator: string; inputs: string[]; outputs: string[]; attributes: Buffer[]; raw: Buffer }

export function optimizeDecoder(bytes: Buffer): Buffer {
  return replaceFields(bytes, model.graph, (main) =>
    replaceFields(main, graph.node, (each) =>
      replaceFields(each, node.attribute, (part) =>
        replaceFields(part, attribute.graph, (branch) =>
          writeBranch(shareTransposes(multiplyIntegers(readBranch(branch)))),
        ),
      ),
    ),
  )
}

type Branch = { nodes: Node[]; rest: Buffer[] }

function readBranch(bytes: Buffer): Branch {
  const fields = readFields(bytes)
  return {
    nodes: fields.filter(({ number }) => number === graph.node).map(({ body, raw }) => readNode(body, raw)),
    rest: fields.filter(({ number }) => number !== graph.node).map(({ raw }) => raw),
  }
}

const writeBranch = ({ nodes, rest }: Branch): Buffer => Buffer.concat([...nodes.map(({ raw }) => raw), ...rest])

/**
 * For each token, the last layer converts 38 MB of weights from integers to floats. All other layers multiply integers,
 * so this changes the last one to do the same.
 */
function multiplyIntegers({ nodes, rest }: Branch): Branch {
  const last = nodes.find(({ operator, outputs }) => operator === 'MatMul' && outputs[0] === 'logits')
  const weights = nodes.find(
    ({ operator, outputs }) => operator === 'DequantizeLinear' && outputs[0] === last?.inputs[1],
  )
  const [numbers, scale, zero] = weights?.inputs ?? []
  const [input] = last?.inputs ?? []
  if (!last || !weights || !input || !numbers || !scale || !zero) return { nodes, rest }
  const toFloat = Buffer.concat([
    writeBytes(attribute.name, Buffer.from('to')),
    writeInteger(attribute.integer, floatType),
    writeInteger(attribute.type, integerType),
  ])
  const product = [
    makeNode('DynamicQuantizeLinear', [input], ['last_input', 'last_input_scale', 'last_input_zero']),
    makeNode('MatMulInteger', ['last_input', numbers, 'last_input_zero', zero], ['last_sum']),
    makeNode('Cast', ['last_sum'], ['last_float'], [writeBytes(node.attribute, toFloat)]),
    makeNode('Mul', ['last_input_scale', scale], ['last_scale']),
    makeNode('Mul', ['last_float', 'last_scale'], ['logits']),
  ]
  return { nodes: nodes.flatMap((each) => (each === weights ? [] : each === last ? product : [each])), rest }
}

/** Scales keys before the transpose so that the runtime can fuse the transpose with the multiplication. */
function shareTransposes({ nodes, rest }: Branch): Branch {
  const findUsers = (name: string | undefined) => nodes.filter(({ inputs }) => inputs.includes(name ?? ''))
  const dropped = new Set<Node>()
  const replaced = new Map<Node, Node[]>()
  for (const transpose of nodes.filter(swapsLastTwo)) {
    const [scaling, ...others] = findUsers(transpose.outputs[0])
    if (scaling?.operator !== 'Mul' || others.length > 0) continue
    const users = findUsers(scaling.outputs[0])
    if (users.length !== 1 || users[0]?.operator !== 'MatMul') continue
    const scaled = `${scaling.outputs[0]}_scaled`
    const inputs = scaling.inputs.map((name) => (name === transpose.outputs[0] ? transpose.inputs[0]! : name))
    dropped.add(transpose)
    replaced.set(scaling, [
      makeNode('Mul', inputs, [scaled]),
      makeNode('Transpose', [scaled], scaling.outputs, transpose.attributes),
    ])
  }
  return { nodes: nodes.flatMap((each) => (dropped.has(each) ? [] : (replaced.get(each) ?? [each]))), rest }
}

function swapsLastTwo({ operator, attributes }: Node): boolean {
  if (operator !== 'Transpose' || attributes.length !== 1) return false
  const order = readFields(readFields(attributes[0]!)[0]!.body).filter(({ number }) => number === attribute.integers)
  // Repeated small numbers can be encoded packed or one by one.
  return order.map(({ body }) => [...body].join()).join() === '0,1,3,2'
}

function readNode(bytes: Buffer, raw: Buffer): Node {
  const fields = readFields(bytes)
  const texts = (wanted: number) => fields.filter(({ number }) => number === wanted).map(({ body }) => body.toString())
  return {
    operator: texts(node.operator)[0] ?? '',
    inputs: texts(node.input),
    outputs: texts(node.output),
    attributes: fields.filter(({ number }) => number === node.attribute).map((each) => each.raw),
    raw,
  }
}

function makeNode(operator: string, inputs: string[], outputs: string[], attributes: Buffer[] = []): Node {
  const body = Buffer.concat([
    ...inputs.map((name) => writeBytes(node.input, Buffer.from(name))),
    ...outputs.map((name) => writeBytes(node.output, Buffer.from(name))),
    writeBytes(node.operator, Buffer.from(operator)),
    ...attributes,
  ])
  return { operator, inputs, outputs, attributes, raw: writeBytes(graph.node, body) }
}

function replaceFields(bytes: Buffer, number: number, replace: (body: Buffer) => Buffer): Buffer {
  return Buffer.concat(
    readFields(bytes).map((field) => (field.number === number ? writeBytes(number, replace(field.body)) : field.raw)),
  )
}

function readFields(bytes: Buffer): Field[] {
  const fields: Field[] = []
  let at = 0
  const readNumber = (): number => {
    let value = 0
    for (let unit = 1; ; unit *= 128) {
      const byte = bytes[at++]
      if (byte === undefined) throw new Error('the model file is truncated')
      value += (byte & 127) * unit
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    const from = at
    const tag = readNumber()
    const kind = tag % 8
    let start = at
    if (kind === 0) readNumber()
    else if (kind === 1) at += 8
    else if (kind === 5) at += 4
    else if (kind === 2) {
      const length = readNumber()
      start = at
      at += length
    } else throw new Error(`the model has a field of unknown kind ${kind}`)
    fields.push({ number: Math.floor(tag / 8), raw: bytes.subarray(from, at), body: bytes.subarray(start, at) })
  }
  return fields
}

function writeNumber(value: number): Buffer {
  const bytes: number[] = []
  let left = value
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128)
  return Buffer.from([...bytes, left])
}

const writeBytes = (number: number, body: Buffer): Buffer =>
  Buffer.concat([writeNumber(number * 8 + 2), writeNumber(body.length), body])

const writeInteger = (number: number, value: number): Buffer =>
  Buffer.concat([writeNumber(number * 8), writeNumber(value)])
