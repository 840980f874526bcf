import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort, startProcess } from '#test/crash/platform.ts'
import { signUp } from '#test/crash/sign-up.ts'
import { startSmtp } from '#test/smtp.ts'
import { accent } from './copy.accent.fixture.ts'
import { readHtml } from './copy.files.ts'
import { listCopy, readQuoted } from './copy.ts'
import { node, root } from './steps.ts'

const messages = listCopy(root, readQuoted(root))
let folder = ''
let to = ''
const run = (args: string[], env = {}) =>
  spawnSync(node, args, { cwd: to, encoding: 'utf8', env: { ...process.env, ...env } })

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'venire-es-'))
  to = join(folder, 'venire')
  const catalog = Object.fromEntries(messages.map(({ id, text }) => [id, accent(text)]))
  writeFileSync(join(folder, 'es.json'), JSON.stringify(catalog))
  const { status, stderr } = translate()
  expect(status, stderr).toBe(0)
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const translate = () =>
  spawnSync(node, [join(root, 'tools/translate.ts'), '--messages', 'es.json', '--to', 'venire'], {
    cwd: folder,
    encoding: 'utf8',
  })

test('leaves a folder with files as it is', () => {
  const { status, stderr } = translate()
  expect([status, stderr]).toEqual([1, 'venire is not empty.\n'])
})

test('builds the web pages in another language', { timeout: 240_000 }, () => {
  const { status, stderr } = run(['tools/build-web.mjs'])
  expect(status, stderr).toBe(0)
  const readBuilt = (pattern: string) =>
    globSync(pattern, { cwd: join(to, 'dist/web') }).map((name) => readFileSync(join(to, 'dist/web', name), 'utf8'))
  const [landing = ''] = readBuilt('index.html')
  expect(landing).toContain('<html lang="es">')
  const shown = readHtml(landing).map(({ text }) => text)
  expect(shown.length).toBeGreaterThan(50)
  expect(shown.filter((text) => accent(text) !== text)).toEqual([])
  const built = readBuilt('**/*.{js,html}').join('\n')
  const english = messages
    .filter(({ file }) => file.startsWith('web/'))
    .flatMap(({ text }) => text.replaceAll(/\{\w+\}/g, '|').split(/[{}|]|<[^>]*>/))
    .map((text) => text.trim())
    .filter((text) => text.length > 15 && accent(text) !== text)
  expect(english.length).toBeGreaterThan(1500)
  expect([...new Set(english)].filter((text) => built.includes(text)).toSorted()).toEqual([
    'Challenge for cause',
    'Honestly, I would. My brother is a deputy. I back the blue, always have.',
    'Something went wrong',
    'The juror would favor police or government witnesses: “back the blue.”',
    'Yes. I can set it aside. I would follow the instruction.',
    'challenge for cause',
  ])
})

test(
  'the server, its emails and exports, and the command line speak the language, and codes stay',
  { timeout: 240_000 },
  async () => {
    const smtp = await startSmtp()
    const data = join(folder, 'data')
    const env = { SIGN_UP: 'open', SMTP_URL: smtp.url, MAIL_FROM: 'venire@firm.example' }
    const server = await startProcess(await freePort(), data, env, join(to, 'cli/main.ts'))
    try {
      const authorization = `Bearer ${await signUp(server.url)}`
      const ask = (path: string, body?: object) =>
        fetch(`${server.url}${path}`, {
          headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { method: 'POST', body: JSON.stringify(body) }),
        })
      const readEmail = async (at: number): Promise<string> => {
        await vi.waitFor(() => expect(smtp.received).toHaveLength(at + 1), 20_000)
        return smtp.received[at]!.text
      }
      const token = /token=([\w-]+)/.exec(await readEmail(0))![1]!
      expect((await ask('/api/profile/email/confirm', { token })).status).toBe(200)

      const draft = { title: 'State v. Example', caseNumber: '31-CR-118' }
      const { id } = (await (await ask('/api/cases', draft)).json()) as { id: string }
      const refused = await ask('/api/cases', draft)
      expect([refused.status, refused.headers.get('x-error-code'), await refused.text()]).toEqual([
        409,
        'conflict',
        `${accent('A case with this number already exists')}: ${draft.title}`,
      ])
      const invalid = await ask('/api/cases', { ...draft, title: 7 })
      expect([invalid.status, await invalid.text()]).toEqual([400, `Title ${accent('must be text.')}`])

      const invited = { email: 'new@firm.example', role: 'member', profession: 'paralegal' }
      expect((await ask('/api/team/invitations', invited)).status).toBe(200)
      expect(await readEmail(1)).toContain(accent('If you don’t know this firm, ignore this email.'))

      const plan = { type: 'csv', template: 'jurors', scope: { kind: 'case', id }, filters: {}, options: {} }
      const made = (await (await ask('/api/exports', plan)).json()) as { id: string }
      const readStatus = async () =>
        ((await (await ask(`/api/exports/${made.id}`)).json()) as { status: string }).status
      await vi.waitFor(async () => expect(await readStatus()).toBe('ready'), 20_000)
      expect(await (await ask(`/api/exports/${made.id}/file`)).text()).toContain(accent('Occupation'))
      expect(await (await fetch(server.url)).text()).toContain('<html lang="es">')
      const { stdout, stderr } = run(['cli/main.ts', 'operator', 'list'], { DATA_DIR: data })
      expect([stdout, stderr]).toEqual([`${accent('No operators yet.')}\n`, ''])
    } finally {
      await server.stop()
      await smtp.stop()
    }
  },
)
