/** Puts another language’s texts into the source. A text without a translation stays English. */
import { readHtml, type HtmlFound } from './copy.files.ts'
import {
  isElement,
  printParts,
  readMessage,
  toNode,
  type Choice,
  type Element,
  type Node,
  type Part,
  type Value,
} from './copy.text.ts'
import { readTokens, type ChoiceToken, type ElementToken, type Token } from './copy.tokens.ts'
import { isSeen, readProgram, toId, type Unit } from './copy.ts'

export type Catalog = Readonly<Record<string, string>>

/** Throws if a translation and the English text have different placeholders, choices, or tags. */
export function translate(file: string, source: string, catalog: Catalog): string {
  if (!isSeen(file)) return source
  if (file.endsWith('.html')) return translateHtml([source], readHtml(source), catalog, htmlFile)
  return /\.(?:tsx?|mjs|js)$/.test(file) ? translateProgram(file, source, catalog) : source
}

/** Writes the parts of a message in JSX, in a template literal, or in HTML. */
type Writer = {
  hasTags: boolean
  text(text: string): string
  value(node: Node, isInTemplate: boolean): string
  choice(choice: Choice, write: (branch: 0 | 1, writer?: Writer) => string): string
  element(element: Element, inner: string): string
}

function translateProgram(file: string, source: string, catalog: Catalog): string {
  const units = readProgram(file, source).filter(({ texts }) => texts.some(({ text }) => toId(text) in catalog))
  const template: Writer = {
    hasTags: false,
    text: escapeTemplate,
    value: (node) => `\${${copyNode(node)}}`,
    choice: (choice, write) => `\${${copyTest(choice)} ? \`${write(0)}\` : \`${write(1)}\`}`,
    element: (element) => copyNode(element.node),
  }
  const jsx: Writer = {
    hasTags: true,
    text: (text) => text.replaceAll(/[{}<>&\r\n\t]+/g, (marks) => `{${quote(marks)}}`),
    value: (node, isInTemplate) => `{${isInTemplate ? `\`${template.value(node, isInTemplate)}\`` : copyNode(node)}}`,
    choice: (choice, write) => {
      const [first, second] = choice.branches.map(({ node, parts }, at) => {
        if (node?.type.endsWith('Literal')) return `\`${write(at as 0 | 1, template)}\``
        const written = write(at as 0 | 1)
        const code = node && parts.length === 1 ? copyNode(node) : null
        return code !== null && (written === code || written === `{${code}}`) ? code : `<>${written}</>`
      })
      const isAnd = choice.node.type === 'LogicalExpression' && second === '<></>'
      return `{${copyTest(choice)}${isAnd ? ` && ${first}` : ` ? ${first} : ${second}`}}`
    },
    element: ({ node, before, parts, after }, inner) => {
      if (printParts(parts) === '') return copyNode(node)
      const copyAround = (around: readonly Part[]) =>
        around.map((part) => (typeof part === 'string' ? jsx.text(part) : copyNode((part as Element).node))).join('')
      const open = toNode(node.openingElement ?? node.openingFragment)
      const close = toNode(node.closingElement ?? node.closingFragment)
      return `${copyNode(open)}${copyAround(before)}${inner}${copyAround(after)}${copyNode(close)}`
    },
  }
  return copy(0, source.length)

  function copy(from: number, to: number): string {
    let at = from
    let copied = ''
    for (const unit of units) {
      const { start, end } = unit.node
      if (start < at || end > to) continue
      copied += source.slice(at, start) + write(unit)
      at = end
    }
    return copied + source.slice(at, to)
  }

  function copyNode({ start, end }: Node): string {
    return copy(start, end)
  }

  function copyTest({ node }: Choice): string {
    return copyNode(toNode(node.type === 'LogicalExpression' ? node.left : node.test))
  }

  function write({ node, parent, texts, html, script }: Unit): string {
    if (script !== undefined) return `\`${escapeTemplate(translateProgram('script.js', script, catalog))}\``
    const parts = readMessage(node, source)
    const [english = ''] = texts.map(({ text }) => text)
    if (isElement(node)) {
      const element = parts[0] as Element
      return jsx.element(element, fill(english, catalog, element.parts, jsx))
    }
    const written = html ? translateHtml(parts, html, catalog, template) : fill(english, catalog, parts, template)
    return parent?.type === 'JSXAttribute' ? `{\`${written}\`}` : `\`${written}\``
  }
}

/** A page’s program ends at the first “</script”, even in a string. */
const guardScript = (code: string) => code.replaceAll(/<\/(?=script)/gi, String.raw`<\/`)
const quote = (text: string) => guardScript(JSON.stringify(text))
const escapeTemplate = (text: string) =>
  guardScript(text.replaceAll(/[`\\$]/g, String.raw`\$&`).replaceAll('\r', String.raw`\r`))

const htmlFile: Writer = { hasTags: true, text: (text) => text, value: () => '', choice: () => '', element: () => '' }

function translateHtml(parts: readonly Part[], found: readonly HtmlFound[], catalog: Catalog, writer: Writer): string {
  const known = found
    .filter(({ text, pieces }) => toId(text) in catalog && pieces.every((piece) => !piece.text.includes('\0')))
    .sort((a, b) => a.at - b.at || b.end - a.end)
  const tags = new Map<Part, [open: string, close: string]>()
  return copy(0, printParts(parts).length)

  function copy(from: number, to: number): string {
    let at = from
    let copied = ''
    for (const each of known) {
      if (each.at < at || each.end > to) continue
      copied += copyRaw(at, each.at) + write(each)
      at = each.end
    }
    return copied + copyRaw(at, to)
  }

  function copyRaw(from: number, to: number): string {
    return cutParts(parts, from, to)
      .map((part) => (typeof part === 'string' ? writer.text(part) : writer.value(part.node, true)))
      .join('')
  }

  function write({ text, pieces, isAttribute }: HtmlFound): string {
    const escaped = (each: string) => {
      const html = each.replaceAll(/&(?!#?\w+;)/g, '&amp;').replaceAll('<', '&lt;')
      return writer.text(isAttribute ? html.replaceAll('"', '&quot;') : html)
    }
    const element = (each: Element, inner: string) => (tags.get(each) ?? ['', '']).join(inner)
    return fill(text, catalog, nest(pieces), { ...writer, hasTags: !isAttribute, text: escaped, element })
  }

  function nest(pieces: HtmlFound['pieces']): Part[] {
    const stack: Element[] = [{ kind: 'element', name: '', node: noNode, before: [], parts: [], after: [] }]
    for (const { at, end, tag: name } of pieces) {
      const { parts: inside } = stack.at(-1)!
      if (name === undefined) inside.push(...cutParts(parts, at, end))
      else if (name.startsWith('/')) tags.get(stack.pop()!)![1] = copy(at, end)
      else {
        const element: Element = { kind: 'element', name, node: noNode, before: [], parts: [], after: [] }
        inside.push(element)
        stack.push(element)
        tags.set(element, [copy(at, end), ''])
      }
    }
    return stack[0]!.parts
  }
}

const noNode: Node = { type: 'None', start: 0, end: 0 }
const inString = { kind: 'value', node: noNode, isInTemplate: false } as const

/** Cuts parts by their place in the printed text. Only strings are split. */
function cutParts(parts: readonly Part[], from: number, to: number): Part[] {
  let at = 0
  return parts.flatMap((part): Part[] => {
    const start = at
    const text = printParts([part])
    at += text.length
    if (typeof part !== 'string') return start >= from && at <= to ? [part] : []
    const cut = part.slice(Math.max(0, from - start), Math.max(0, to - start))
    return cut === '' ? [] : [cut]
  })
}

function fill(english: string, catalog: Catalog, parts: readonly Part[], writer: Writer): string {
  const id = toId(english)
  const hasBraces = parts.some((part) => typeof part !== 'string') || /\{\w+\}/.test(english)
  const tokens =
    readTokens(catalog[id]!, { hasBraces, hasTags: writer.hasTags }) ?? refuse('has an unclosed brace or tag')
  return fillScope(tokens, parts, new Map(), writer)

  function refuse(problem: string): never {
    throw new Error(`The translation of ${id} (“${english}”) ${problem}.`)
  }

  /** A value that only one branch of a choice shows stays in that branch, because it may be missing elsewhere. */
  function fillScope(
    tokens: readonly Token[],
    scope: readonly Part[],
    outer: ReadonlyMap<string, Value>,
    scopeWriter: Writer,
  ): string {
    const own = listValues(scope)
    const used = new Set(listNames(tokens))
    const missing = own.find(({ name }) => !used.has(name))
    if (missing) refuse(`lacks {${missing.name}}`)
    const values = new Map([...outer, ...own.map((each) => [each.name, each] as const)])
    return fillParts(tokens, scope, scopeWriter)

    function fillParts(inside: readonly Token[], english: readonly Part[], writer: Writer): string {
      const pick = pickInOrder(english)
      const written = inside.map((token) => {
        if (typeof token === 'string') return writer.text(token)
        if (token.kind === 'value') {
          const value = values.get(token.name) ?? refuse(`has {${token.name}}, which isn’t in the English text`)
          return value.node === noNode ? writer.text(`{${value.name}}`) : writer.value(value.node, value.isInTemplate)
        }
        if (token.kind === 'element') {
          const element = pick.take(token) ?? refuse(`has <${token.name}>, which isn’t in the English text`)
          return writer.element(element as Element, fillParts(token.tokens, (element as Element).parts, writer))
        }
        const choice = (pick.take(token) ?? refuse('has a choice that isn’t in the English text')) as Choice
        return writer.choice(choice, (at, other = writer) =>
          fillScope(token.branches[at]!, choice.branches[at]!.parts, values, other),
        )
      })
      const left = pick.findLeft()
      if (left) refuse(`lacks ${printParts([left])}`)
      return written.join('')
    }
  }
}

/** A `{name}` in a string is replaced when the program runs. */
function listValues(parts: readonly Part[]): Value[] {
  return parts.flatMap((part): Value[] => {
    if (typeof part === 'string')
      return [...part.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ ...inString, name }))
    if (part.kind === 'choice') return []
    return part.kind === 'value' ? [part] : listValues(part.parts)
  })
}

function listNames(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (typeof token === 'string') return []
    if (token.kind === 'value') return [token.name]
    return token.kind === 'choice' ? token.branches.flatMap(listNames) : listNames(token.tokens)
  })
}

/** Finds the English choice or element for each one in a translation: by its number, or else the next of its name. */
function pickInOrder(parts: readonly Part[]) {
  const named = new Map<string, Part[]>()
  for (const part of parts)
    if (typeof part !== 'string' && part.kind !== 'value')
      named.set(getKey(part), [...(named.get(getKey(part)) ?? []), part])
  const taken = new Set<Part>()
  return {
    take(token: ChoiceToken | ElementToken): Part | undefined {
      const list = named.get(getKey(token)) ?? []
      const found = token.number === null ? list.find((part) => !taken.has(part)) : list[token.number - 1]
      if (found) taken.add(found)
      return found
    },
    findLeft: () => [...named.values()].flat().find((part) => !taken.has(part)),
  }
}

const getKey = (part: Element | Choice | ChoiceToken | ElementToken) =>
  part.kind === 'element' ? `<${part.name}>` : ''
