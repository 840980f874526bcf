import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp, testPassword } from './app.ts'

type Document = {
  tags: { name: string }[]
  paths: Record<string, Record<string, { operationId: string; tags: string[]; summary: string; responses: object }>>
  components: { schemas: object; responses: object; headers: object }
}

let at: TestApp
let folder: string
let file: string
let document: Document
beforeAll(async () => {
  at = await testApp()
  await at.app.listen({ host: '127.0.0.1', port: 0 })
  folder = await mkdtemp(join(tmpdir(), 'venire-openapi-'))
  file = join(folder, 'openapi.json')
  const { body } = await at.app.inject({ url: '/api/openapi.json' })
  document = JSON.parse(body) as Document
  await writeFile(file, body)
})
afterAll(async () => {
  await at.close()
  await rm(folder, { recursive: true, force: true })
})

const nodeModules = join(import.meta.dirname, '../node_modules')
const redocly = join(nodeModules, '@redocly/cli/bin/cli.js')
const compiler = join(nodeModules, 'typescript/bin/tsc')

async function runScript(script: string, ...args: string[]): Promise<{ code: unknown; output: string }> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: folder,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [[code], output, errors] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  return { code, output: code === 0 ? output : output + errors }
}
const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods))

test('passes the linter without errors', async () => {
  const { code, output } = await runScript(redocly, 'lint', file, '--extends=recommended', '--format=json')
  const { problems } = JSON.parse(output) as { problems: { ruleId: string; message: string; severity: string }[] }
  // Some paths have a literal where others have a parameter, but no ID can equal the literal.
  const known = 'no-ambiguous-paths'
  expect(problems.filter(({ ruleId }) => ruleId !== known)).toEqual([])
  expect([code, problems.some(({ severity }) => severity === 'error')]).toEqual([0, false])
})

test('names every operation once, with a tag and a short sentence', () => {
  const ids = operations().map(({ operationId }) => operationId)
  expect(ids).toHaveLength(new Set(ids).size)
  expect(ids).toEqual(expect.arrayContaining(['listCases', 'uploadVideos', 'streamVideo', 'followChanges']))
  const tags = document.tags.map(({ name }) => name)
  for (const { operationId, tags: own, summary } of operations()) {
    expect([operationId, tags]).toEqual([operationId, expect.arrayContaining(own)])
    expect([operationId, summary]).toEqual([operationId, expect.stringMatching(/^[A-Z][^\n]{5,99}[^.]\.$/)])
  }
})

test('shares schemas and errors as components, and every reference resolves', () => {
  const source = JSON.stringify(document)
  const refs = [...source.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)]
  expect(source.match(/"\$ref":/g)).toHaveLength(refs.length)
  expect(source).not.toContain('$defs')
  for (const [, kind, name] of refs)
    expect(document.components[kind as keyof Document['components']]).toHaveProperty([name!])
  expect(document.paths['/api/cases/{caseId}']!.patch!.responses).toMatchObject({
    404: { $ref: '#/components/responses/NotFound' },
    409: { $ref: '#/components/responses/Conflict' },
  })
  expect(document.components.schemas).toHaveProperty('VideoSummary')
  expect(document.components.schemas).toHaveProperty('JurorSummary')
})

const program = `import { ApiError, client } from './client.ts'
const [serverUrl = '', token = ''] = process.argv.slice(2)
client.configure({ serverUrl, auth: { bearer: token } })
const describe = (error: unknown) => (error instanceof ApiError ? [error.status, error.body] : String(error))
const list = async () => (await client.listCases({ query: { limit: 10 } })).map(({ caseNumber }) => caseNumber)
const before = await list()
const { id: caseId, title } = await client.createCase({ body: { title: 'State v. Example', caseNumber: 'W-1' } })
const read = await client.readCase({ path: { caseId } })
const after = await list()
await client.declareRecording({ path: { caseId }, body: { basis: 'own_mock' } })
const videos = [new File(['film'], 'day-1.mp4')]
const uploaded = await client.uploadVideos({ body: { caseId, videos } }).then(({ videos: [video] }) => video?.filename, describe)
const refused = await client.readCase({ path: { caseId: crypto.randomUUID() } }).catch(describe)
const faulty = await client.createCase({ body: { title: '', caseNumber: 'W-2' } }).catch(describe)
console.log(JSON.stringify({ before, title, isSame: read.id === caseId, after, uploaded, refused, faulty }))
`
const settings = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [join(nodeModules, '@types')],
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
  },
  include: ['*.ts'],
}

test('a generated client compiles and talks to the server', async () => {
  const client = join(folder, 'client.ts')
  const generated = await runScript(redocly, 'generate-client', file, '--output', client, '--import-ext', 'ts')
  expect(generated).toMatchObject({ code: 0 })
  await writeFile(join(folder, 'program.ts'), program)
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  expect(await runScript(compiler, '-p', folder)).toEqual({ code: 0, output: '' })

  const { port } = at.app.server.address() as AddressInfo
  const person = await at.person()
  const { token } = (
    await person.call('POST', '/api/auth/tokens', {
      name: 'Client',
      scopes: ['read', 'write'],
      days: 1,
      password: testPassword,
    })
  ).json<{ token: string }>()
  const { code, output } = await runScript(join(folder, 'program.ts'), `http://127.0.0.1:${port}`, token)
  expect({ code, output }).toMatchObject({ code: 0 })
  expect(JSON.parse(output)).toEqual({
    before: [],
    title: 'State v. Example',
    isSame: true,
    after: ['W-1'],
    uploaded: 'day-1.mp4',
    refused: [404, 'This case doesn’t exist or you don’t have access to it.'],
    faulty: [400, 'Enter a title of at least 3 characters.'],
  })
})

test('shows every operation and schema on one page without scripts', async () => {
  const { statusCode, headers, body } = await at.app.inject({ url: '/api/docs' })
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/)
  expect(body).not.toMatch(/<script|<link|<img|https?:\/\//)
  const ids = new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  expect(ids.size).toBe(body.match(/ id="/g)!.length)
  for (const [, target] of body.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
  for (const { operationId, summary } of operations()) {
    expect(ids).toContain(operationId)
    expect(body).toContain(summary.replaceAll("'", '&#39;'))
  }
  const section = body.slice(body.indexOf('id="listCaseMembers"')).split('</details>')[0]
  for (const words of ['caseId</code> <small>path, required', 'Response 200', '#schema-CaseMember', '#error-404'])
    expect(section).toContain(words)
  for (const name of Object.keys(document.components.schemas)) expect(ids).toContain(`schema-${name}`)
})
