import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const pageUrl = new URL('docs/security.md', root)
const page = readFileSync(pageUrl, 'utf8')

/** Number of level 1 and level 2 requirements in ASVS 5.0.0. */
const requirementCount = 253

type Row = { numbers: string[]; file: string | undefined; proof: string }

const rows: Row[] = [
  ...page.matchAll(/^\| (\d+\.\d+)\.(\d+)(?:–\1\.(\d+))? \| (?:1|2|1–2) \| [^|]+ \| (?:–|`([^`|]+)`) \| ([^|]+) \|$/gm),
].map(([, section = '', first = '', last = first, file, proof = '']) => ({
  numbers: Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => `${section}.${Number(first) + at}`),
  file,
  proof,
}))

const proofKinds = { met: /^`/, document: /^document$/, gap: /^gap: /, 'not applicable': /^not applicable: / }

const isPresent = (path: string) => existsSync(new URL(path, root))

function hasTest(testFile: string, title: string): boolean {
  const source = isPresent(testFile) ? readFileSync(new URL(testFile, root), 'utf8') : ''
  return [title, title.replaceAll("'", String.raw`\'`)].some((each) =>
    ["'", '`', '"'].some((quote) => source.includes(`${quote}${each}${quote}`)),
  )
}

test('every requirement has one row, in order, and the totals match', () => {
  expect(rows).toHaveLength(page.match(/^\| \d/gm)?.length ?? 0)
  const numbers = rows.flatMap((row) => row.numbers)
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })))
  expect(numbers).toHaveLength(requirementCount)
  const count = (kind: RegExp) => rows.filter(({ proof }) => kind.test(proof)).flatMap((row) => row.numbers).length
  const totals = Object.entries(proofKinds).map(([name, kind]) => `${count(kind)} ${name}`)
  expect(page).toContain(`${requirementCount} requirements: ${totals.join(', ')}.`)
})

test('every named file and test exists', () => {
  const missing = rows.flatMap(({ numbers: [number], file, proof }) => {
    if (!Object.values(proofKinds).some((kind) => kind.test(proof))) return [`${number}: "${proof}" is no proof`]
    const [, testFile, title] = /^`([^`]+)`: (.+)$/.exec(proof) ?? []
    if (proof.startsWith('`') && (!testFile || !title || !hasTest(testFile, title))) return [`${number}: ${proof}`]
    return proof.startsWith('`') || proof === 'document' ? (file ? [] : [`${number} names no file`]) : []
  })
  const paths = [...page.matchAll(/`([\w./-]+\/[\w.-]+\.\w+|[\w-]+\.(?:md|json|txt))`/g)].map(([, path = '']) => path)
  expect([...missing, ...paths.filter((path) => !isPresent(path))]).toEqual([])
})

const linkedPages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/README.md',
  'docs/architecture.md',
  'docs/cli.md',
  'docs/operations.md',
  'docs/security.md',
]

test.each(linkedPages)('the links of %s work', (name) => {
  const text = readFileSync(new URL(name, root), 'utf8')
  const links = [...text.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, link = '']) => link)
  const headings = (path: URL) =>
    [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    )
  const broken = links.filter((link) => {
    const [path = '', anchor] = link.split('#')
    const target = new URL(path, new URL(name, root))
    return !existsSync(target) || (anchor !== undefined && !headings(target).includes(anchor))
  })
  expect(broken).toEqual([])
})
