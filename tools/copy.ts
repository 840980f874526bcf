/**
 * `npm run copy` prints all text that users can see, by screen. `--json` prints the English catalog for a translator.
 * `--sample N [--seed S] [--comments]` samples texts or comments for a reader who hasn't seen the code.
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseSync } from 'vite'
import { isHtml, readAlerts, readHtml, readShell, stripPlaceholders, type Found, type HtmlFound } from './copy.files.ts'
import { isNoise } from './copy.noise.ts'
import { getName, isElement, listTerms, readText, toNode, toNodes, type Node } from './copy.text.ts'
import { isTestFile } from './rooms.law.ts'

export type Message = { id: string; screen: string; file: string; line: number; text: string; isQuoted: boolean }

const rooms = ['web', 'server', 'contract', 'law', 'worker', 'engine', 'cli']
const starters = ['main.ts', 'tools/setup.mjs', 'tools/models.mjs', 'web/public/sw.js']
const pages = ['web/*.html', 'deploy/alerts.yaml', 'venire']

/** Returns the texts quoted from the specification, which never change. The file has one per line. */
export function readQuoted(root: string): Set<string> {
  const lines = readFileSync(join(root, 'tools/copy.quoted.txt'), 'utf8').split('\n')
  return new Set(lines.filter((line) => line !== ''))
}

export const listSeenFiles = (root: string): string[] =>
  globSync([`{${rooms.join(',')}}/**/*.{ts,tsx}`, ...starters, ...pages], {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
    .filter(isSeen)
    .sort()

export function listCopy(root: string, quoted: ReadonlySet<string>): Message[] {
  const messages = listSeenFiles(root).flatMap((file) =>
    readMessages(file, readFileSync(join(root, file), 'utf8')).map((each) => ({
      ...each,
      ...{ screen: getScreen(file), file, isQuoted: quoted.has(each.text) },
    })),
  )
  return messages.sort((a, b) => a.screen.localeCompare(b.screen) || a.file.localeCompare(b.file) || a.line - b.line)
}

export const isSeen = (file: string): boolean =>
  !isTestFile(file) &&
  !/\/(?:migrations|generated|words)\/|\.config\.ts$|vite\.\w+\.ts$|\.(?:factory|fixtures?)\.ts$|(?:lexicon|align\/script|opinion\/opinion|traits(?:\.\w+)?\.data|trait\.words\.data|presumed\.\w+\.data|features)\.ts$/.test(
    file,
  )

function getScreen(file: string): string {
  const [room = '', folder = '', name = ''] = file.split('/')
  if (room === 'web') return folder === 'features' || folder === 'screens' ? `Browser: ${name}` : `Browser: ${folder}`
  if (room === 'server' && folder === 'features') return name === 'exports' ? 'Exports' : `Server: ${name}`
  if (room === 'contract') return `Forms and refusals: ${folder}`
  const titles: Record<string, string> = {
    ...{ cli: 'Command line', venire: 'Command line', deploy: 'Alerts' },
    ...{ law: 'Law', engine: 'Analysis', worker: 'Jobs' },
  }
  return titles[room] ?? 'Server'
}

export function readMessages(file: string, source: string): { id: string; line: number; text: string }[] {
  const lines = toLineCounter(source)
  return getReader(file)(source).map(({ at, text }) => ({ id: toId(text), line: lines(at), text }))
}

function getReader(file: string): (source: string) => Found[] {
  if (file.endsWith('.html')) return readHtml
  if (file.endsWith('.yaml')) return readAlerts
  return /\.\w+$/.test(file) ? (source) => readProgram(file, source).flatMap(({ texts }) => texts) : readShell
}

/** A part of a program that shows text: an expression, HTML, or the program of a page that the server writes. */
export type Unit = { node: Node; parent: Node | undefined; texts: Found[]; html?: HtmlFound[]; script?: string }

export function readProgram(file: string, source: string): Unit[] {
  const found: Unit[] = []
  visit(toNode(parseSync(file, source).program), [])
  return found

  function visit(node: Node, parents: readonly Node[]): void {
    if (isSkipped(node, parents)) return
    const [parent] = parents
    const script = readScript(node)
    if (script) return void found.push(script)
    if (isUnseenCall(node)) return visitAll(toNodes(node.arguments).filter(isFunction))
    if (isSum(node)) {
      addText(node, parents)
      return visitAll(listTerms(node).flatMap((term) => (isText(term.type) ? listChildren(term) : [term])))
    }
    if (isElement(node)) {
      const isInside = parent !== undefined && isElement(parent) && hasWords(parent)
      if (!isInside && hasWords(node)) add(node, parent)
    } else if (node.type === 'TemplateLiteral' || typeof node.value === 'string') {
      if (isText(node.type) && !isPlainChild(parents)) addText(node, parents)
    }
    visitAll(listChildren(node))

    function visitAll(nodes: readonly Node[]): void {
      for (const each of nodes) visit(each, [node, ...parents])
    }
  }

  function add(node: Node, parent: Node | undefined): void {
    const text = readText(node, source)
    const isShown = !file.endsWith('.data.ts') || /^[\p{Lu}“{]/u.test(text)
    if (isShown && /\p{L}{2}/u.test(text)) found.push({ node, parent, texts: [{ at: node.start, text }] })
  }

  function addText(node: Node, parents: readonly Node[]): void {
    const text = readText(node, source)
    const html = isHtml(text) ? readHtml(blankChoices(text)) : null
    const [parent] = parents
    if (html) found.push({ node, parent, texts: html.map((each) => ({ at: node.start, text: each.text })), html })
    else if (isCopy(text, parents)) add(node, parent)
  }
}

/** Returns true for `{'text'}` in an element's message, which contains it. */
function isPlainChild([parent, ...around]: readonly Node[]): boolean {
  const last = around.findIndex((each) => !isElement(each))
  return parent?.type === 'JSXExpressionContainer' && around.slice(0, last).some(hasWords)
}

/** Reads a page's program, which the server keeps in a string named `script`. */
function readScript(node: Node): Unit | null {
  const { type, id, init } = node
  if (type !== 'VariableDeclarator' || getName(id) !== 'script' || toNode(init ?? {}).type !== 'TemplateLiteral')
    return null
  const [quasi, ...others] = toNodes(toNode(init).quasis)
  if (!quasi || others.length > 0) return null
  const { cooked: script } = quasi.value as { cooked: string }
  const texts = readProgram('script.js', script).flatMap((unit) => unit.texts)
  return {
    node: toNode(init),
    parent: node,
    texts: texts.map(({ at, text }) => ({ at: quasi.start + at, text })),
    script,
  }
}

/** Blanks choices that contain HTML, which are read on their own. */
function blankChoices(text: string): string {
  let depth = 0
  let from = 0
  let kept = text
  for (const { index, 0: brace } of text.matchAll(/[{}]/g)) {
    if (brace === '{' && depth++ === 0) from = index
    if (brace === '{' || depth === 0 || --depth > 0) continue
    const choice = text.slice(from, index + 1)
    if (isHtml(choice)) kept = kept.slice(0, from) + '\0'.repeat(choice.length) + kept.slice(index + 1)
  }
  return kept
}

export const toId = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 8)

function toLineCounter(source: string): (offset: number) => number {
  const starts = [...source.matchAll(/\n/g)].map(({ index }) => index)
  return (offset) => starts.filter((each) => each < offset).length + 1
}

export function listChildren(node: Node): Node[] {
  return Object.entries(node)
    .flatMap(([key, value]) => (key === 'parent' || key === 'range' ? [] : Array.isArray(value) ? value : [value]))
    .filter((each): each is Node => typeof each === 'object' && each !== null && 'type' in each)
}

function isSkipped(node: Node, [parent]: readonly Node[]): boolean {
  if (/^(?:Import|ExportAll|TS(?!As|Satisfies|NonNull))/.test(node.type)) return true
  if (node.type === 'TaggedTemplateExpression') return true
  if (node.type === 'JSXAttribute') return unseenAttributes.test(getName(node.name))
  if (node.type === 'VariableDeclarator') return unseenNames.test(getName(node.id))
  if (node.type === 'PropertyDefinition') return getName(node.key) === 'name'
  return parent?.type === 'Property' && parent.key === node && parent.value !== node
}

const isUnseenCall = (node: Node) =>
  (node.type === 'CallExpression' || node.type === 'NewExpression') && unseenCalls.test(getCallee(node))
const isFunction = ({ type }: Node) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression'

const isText = (type: string) => type === 'Literal' || type === 'TemplateLiteral'
const isSum = (node: Node) =>
  node.type === 'BinaryExpression' &&
  node.operator === '+' &&
  listTerms(node).some((each) => each.type === 'TemplateLiteral' || typeof each.value === 'string')

const unseenAttributes =
  /^(?:className|id|key|to|href|src|type|role|rel|target|d|viewBox|data-.*|aria-(?:live|current|haspopup|controls|describedby|labelledby)|autoComplete|inputMode|tone|size|variant|style|kind|as|htmlFor)$/
const unseenCalls =
  /^(?:cx|RegExp|querySelector(?:All)?|closest|matches|getItem|setItem|removeItem|addEventListener|matchMedia|require|import|sql|raw|register|createHash|lexicon|execute|query|exec|lazyScreen|spawn|getContext|setProperty|info|warn|debug|startsWith|endsWith|includes|index|check|uniqueIndex|unique|foreignKey|pgTable|pgEnum|hmac|hkdfSync|mac|sign|update|encode|markContent|struct|tag|style|Set|readWordFile)$/
/** Includes stored values, which keep their spelling in every language. */
const unseenNames = /(?:Class|Classes|Css|Style|Sql|Pattern)$|^(?:style|policy|purpose|unidentified|similarWords)$/

function hasWords(node: Node): boolean {
  return toNodes(node.children).some((child) => child.type === 'JSXText' && /\p{L}/u.test(String(child.value)))
}

const getCallee = (node: Node): string => getName(node.callee)

function isCopy(text: string, parents: readonly Node[]): boolean {
  const [parent] = parents
  if (!/\p{L}{2}/u.test(text) || parent?.type === 'BinaryExpression' || parent?.type === 'SwitchCase') return false
  if (isNoise(text) || (isValue(text, parents) && !isLabel(parents))) return false
  const holder = parents.find(
    ({ type }) => type === 'JSXAttribute' || type === 'Property' || type === 'VariableDeclarator',
  )
  const holderName = holder ? getName(holder.name ?? holder.key ?? holder.id) : ''
  if (!/\p{L}{2}/u.test(stripPlaceholders(text))) return false
  const plain = stripPlaceholders(text, 'x').trim()
  if (
    /^(?:https?:|[./#@*])|^[a-z]+\/[\w.+-]+|^[\w-]+=|^[A-Z_\d]+$|[{}<>]=?|\(\?[:!]|^POST |^noindex|^--(?!.*\.$)|\\/.test(
      plain,
    )
  )
    return false
  if (
    /^(?:select|insert|update|delete|with|alter|create|drop|set|notify|listen)\b.*\b(?:from|into|table|set|where|\w+_\w+)\b/i.test(
      plain,
    ) &&
    !/[.!?]$/.test(plain)
  )
    return false
  if (seenNames.test(holderName) && (parent?.type !== 'CallExpression' || /\s/.test(text))) return /\p{L}/u.test(plain)
  if (isLabel(parents)) return /\p{L}/u.test(plain)
  if (!/\s/.test(plain)) return /^\p{Lu}\p{Ll}+(?:…|\.)?$/u.test(plain)
  const words = plain.split(/\s+/)
  const odd = words.filter((word) => /[-:[\]/_=]|^\d/.test(word) && !/^\p{Lu}|[.,:;)]$/u.test(word))
  const isMostlyWords = odd.length * 2 < words.length || /^\p{Lu}\p{Ll}+ \d+$/u.test(plain)
  return isMostlyWords && /\p{Ll}/u.test(plain)
}

/** Returns true for IDs, codes such as `title: 'title'`, the choices of a schema, and a list of words that is split. */
function isValue(text: string, [parent, call]: readonly Node[]): boolean {
  if (parent?.type === 'MemberExpression') return getName(parent.property) === 'split'
  const key = parent?.type === 'Property' ? getName(parent.key) : ''
  if (key !== '') return key === text || /^(?:id|key|keys|application_name)$/.test(key)
  return parent?.type === 'ArrayExpression' && call?.type === 'CallExpression' && getCallee(call) === 'enum'
}

/** Returns true for a value in a record such as `roleLabels`. */
const isLabel = ([property, object, variable, outer]: readonly Node[]): boolean =>
  property?.type === 'Property' &&
  object?.type === 'ObjectExpression' &&
  [variable, outer].some(
    (each) => each?.type === 'VariableDeclarator' && /(?:Words|Labels|Titles|Sentences|Texts)$/.test(getName(each.id)),
  )

const seenNames =
  /^(?:label|title|hint|alt|placeholder|description|message|sentence|heading|caption|aria-label|what|empty|.*(?:Words|Sentence|Sentences|Labels|Titles|Text|Texts|Hint))$/

export function listComments(root: string): { at: string; text: string }[] {
  const files = globSync('**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: ['**/node_modules/**', 'data/**', 'dist/**'],
  }).sort()
  return files.flatMap((file) => readComments(file, readFileSync(join(root, file), 'utf8')))
}

const directive = /^(?:\/usr\/|@(?:ts|vite)-|(?:cspell|eslint|oxfmt|oxlint|prettier)[-:])/

export function readComments(file: string, source: string): { at: string; text: string }[] {
  const lines = toLineCounter(source)
  return parseSync(file, source)
    .comments.map(({ start, value }) => ({
      at: `${file}:${lines(start)}`,
      text: value
        .replaceAll(/\s*\n\s*\*?\s*/g, ' ')
        .replace(/^\*?\s*/, '')
        .trim(),
    }))
    .filter(({ text }) => !directive.test(text))
}

function draw<T>(list: readonly T[], count: number, seed: string): T[] {
  const getKey = (index: number) => createHash('sha256').update(`${seed} ${index}`).digest('hex')
  return list
    .map((each, index) => ({ each, key: getKey(index) }))
    .sort((a, b) => a.key.localeCompare(b.key))
    .slice(0, count)
    .map(({ each }) => each)
}

function print(messages: readonly Message[]): void {
  let screen = ''
  for (const message of messages) {
    if (message.screen !== screen) console.log(`\n${(screen = message.screen)}`)
    const mark = message.isQuoted ? '=' : ' '
    console.log(
      `${message.id} ${mark} ${`${message.file}:${message.line}`.padEnd(62)} ${message.text.replaceAll('\n', ' ↵ ')}`,
    )
  }
  const ids = new Set(messages.map(({ id }) => id))
  console.log(`\n${messages.length} texts, ${ids.size} different; = is quoted by the specification and stays as it is.`)
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean' },
      comments: { type: 'boolean' },
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  })
  const messages = listCopy(root, readQuoted(root))
  if (values.json) console.log(JSON.stringify(Object.fromEntries(messages.map(({ id, text }) => [id, text])), null, 2))
  else if (values.sample !== undefined) {
    const texts = new Map(messages.filter(({ isQuoted }) => !isQuoted).map((each) => [each.id, each]))
    const list = values.comments
      ? listComments(root)
      : [...texts.values()].map((each) => ({ ...each, at: `${each.file}:${each.line}` }))
    for (const { at, text } of draw(list, Number(values.sample), values.seed)) console.log(`${at}: ${text}`)
  } else print(messages)
}
