/** Finds texts that are also codes: in another language, such a text no longer equals a stored or English one. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { listChildren, listSeenFiles, readProgram } from './copy.ts'
import { getName, toNode, toNodes, type Node } from './copy.text.ts'

type Source = { file: string; text: string }

export const readSources = (root: string): Source[] =>
  listSeenFiles(root)
    .filter((file) => /\.(?:tsx?|mjs|js)$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** Returns each text that a program compares, looks up, replaces, or matches, except single words, which may be codes. */
export function listCodes(sources: readonly Source[]): string[] {
  const programs = sources.map(({ file, text }) => ({
    ...{ file, program: toNode(parseSync(file, text).program), units: readProgram(file, text) },
  }))
  const shown = new Set(programs.flatMap(({ units }) => units.flatMap(({ texts }) => texts.map(({ text }) => text))))
  const constants = new Map<string, string>()
  for (const { file, program, units } of programs) {
    const declared = listDeclared(program)
    for (const { parent, texts } of units) {
      const own = parent && declared.find(({ start }) => start === parent.start)
      if (!own) continue
      constants.set(`${file} ${own.name}`, texts[0]!.text)
      if (own.isExported) constants.set(own.name, texts[0]!.text)
    }
  }
  return programs.flatMap(({ file, program }) => {
    const imported = new Set(listImported(program))
    const found = new Set<string>()
    visit(program, [])
    return [...found]

    function visit(node: Node, parents: readonly Node[]): void {
      const code = isCode(node, parents) ? findText(node) : null
      if (code !== null) found.add(`${file}: ${code}`)
      for (const each of listChildren(node)) visit(each, [node, ...parents])
    }

    function findText(node: Node): string | null {
      if (node.regex) return readsEnglish.test(file) ? null : findMatched(node.regex as Pattern, shown)
      if (typeof node.value === 'string') return /\s/.test(node.value) && shown.has(node.value) ? node.value : null
      const name = node.type === 'Identifier' ? getName(node) : ''
      return constants.get(`${file} ${name}`) ?? (imported.has(name) ? (constants.get(name) ?? null) : null)
    }
  })
}

type Pattern = { pattern: string; flags: string }

/** Programs that read American speech and papers, or the messages of other programs. */
const readsEnglish = /^(?:engine|law|contract)\/|\/(?:consistency|exports\.tools|multipart|readCaption|redact)\.ts$/

const findMatched = ({ pattern, flags }: Pattern, texts: ReadonlySet<string>): string | null =>
  /[a-z]{3} [a-z]{3}/i.test(pattern)
    ? ([...texts].find((text) => new RegExp(pattern, flags.replace('g', '')).test(text)) ?? null)
    : null

/** Returns the variables of the module itself. */
const listDeclared = (program: Node): { name: string; start: number; isExported: boolean }[] =>
  toNodes(program.body).flatMap((each) => {
    const isExported = each.type === 'ExportNamedDeclaration'
    const { type, declarations } = toNode((isExported && each.declaration) || each)
    if (type !== 'VariableDeclaration') return []
    return toNodes(declarations).map(({ id, start }) => ({ name: getName(id), start, isExported }))
  })

const listImported = (program: Node): string[] =>
  listChildren(program)
    .filter(({ type }) => type === 'ImportDeclaration')
    .flatMap((each) => listChildren(each).map(({ local }) => getName(local ?? {})))

function isCode(node: Node, [parent]: readonly Node[]): boolean {
  if (node.regex) return true
  if (parent?.type === 'BinaryExpression') return /^[=!]==?$/.test(String(parent.operator))
  if (parent?.type === 'SwitchCase') return parent.test === node
  if (parent?.type === 'TSLiteralType') return true
  if (parent?.type === 'MemberExpression') return parent.computed === true && parent.property === node
  if (parent?.type === 'Property') return parent.key === node && parent.shorthand !== true && parent.computed !== true
  if (parent?.type !== 'CallExpression' || parent.callee === node) return false
  const name = getName(parent.callee)
  return /^(?:eq|inArray|like|ne)$/.test(name) || (toNodes(parent.arguments)[0] === node && looksUp.test(name))
}

const looksUp = /^(?:delete|endsWith|get|has|includes|indexOf|lastIndexOf|replace|replaceAll|search|split|startsWith)$/
