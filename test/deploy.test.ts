import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readConfig } from '#server/platform/config.ts'
import {
  checkCommand,
  findVenireCommand,
  folder,
  folderSettings,
  isInside,
  longestStartSeconds,
  read,
  readImageSetting,
  unknown,
} from './deploy.ts'

const Service = z.strictObject({
  image: z.string(),
  build: z.unknown().optional(),
  profiles: z.array(z.enum(['s3', 'metrics'])).optional(),
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  restart: z.literal('unless-stopped'),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()),
  secrets: z.array(z.string()).default([]),
  read_only: z.literal(true).optional(),
  tmpfs: z.array(z.string()).default([]),
  cap_drop: z.tuple([z.literal('ALL')]).optional(),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]).optional(),
  stop_grace_period: z.string().optional(),
  logging: z.unknown(),
  deploy: z.strictObject({ replicas: z.number() }).optional(),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.object({ condition: z.string() }))]).default([]),
  healthcheck: z
    .union([
      z.strictObject({ disable: z.literal(true) }),
      z.strictObject({ test: z.array(z.string()), interval: z.string(), retries: z.int() }),
    ])
    .optional(),
})
const Compose = z.object({
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.null()),
  secrets: z.record(z.string(), z.strictObject({ environment: z.string() })),
})

const readCompose = async () => Compose.parse(parse(await read('compose.yaml'), { merge: true }))

const fill = (text: string, env: Record<string, string>): string =>
  text.replaceAll(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name: string, kind: string, other: string) => {
    if (kind === '?' && !env[name]) throw new Error(`${name} is not set`)
    return env[name] || (other ?? '')
  })

const env = { VENIRE_HOST: 'venire.firm.example', POSTGRES_PASSWORD: 'secret', BACKUP_PHRASE: 'a long passphrase' }
const venireServices = ['web', 'worker', 'backup']

test('compose.yaml runs web processes, workers, and backups with settings and commands that exist', async () => {
  const { services, volumes, secrets } = await readCompose()
  expect(Object.keys(services)).toEqual([...venireServices, 'database', 'store', 'prometheus', 'proxy'])
  for (const [name, { environment, volumes: mounts, depends_on: needs, secrets: own }] of Object.entries(services)) {
    expect([name, unknown(Object.keys(environment))]).toEqual([name, []])
    for (const each of Array.isArray(needs) ? needs : Object.keys(needs)) expect(services).toHaveProperty(each)
    const sources = mounts.map((each) => fill(each, env).split(':')[0]!).filter((source) => /^[a-z]/.test(source))
    for (const source of sources) expect(volumes).toHaveProperty(source)
    for (const secret of own) expect(secrets).toHaveProperty(secret)
  }
  for (const name of venireServices) {
    const { command = [], entrypoint, environment } = services[name]!
    await checkCommand(entrypoint ? findVenireCommand(command[0]!) : command)
    const given = Object.entries(environment).map(([key, value]) => [key, fill(value, env)])
    const config = readConfig(Object.fromEntries(given))
    expect(config.DATABASE_URL).toBe('postgres://venire:secret@database/venire')
    expect(config.STORAGE_URL).toBeUndefined()
  }
  expect([services.web?.deploy, services.worker?.deploy]).toEqual([{ replicas: 2 }, { replicas: 2 }])
  expect(services.web?.environment.ROLE).toBe('web')
})

test("compose.yaml's optional store and Prometheus have the addresses that its comment gives", async () => {
  const text = await read('compose.yaml')
  const { services, secrets } = await readCompose()
  const [, address = ''] = /^#   STORAGE_URL=(\S+)/m.exec(text) ?? []
  const { STORAGE_URL } = readConfig({ STORAGE_URL: address })
  const endpoint = new URL(STORAGE_URL?.kind === 's3' ? (STORAGE_URL.endpoint ?? '') : '')
  expect([endpoint.hostname, endpoint.port]).toEqual(['store', '8333'])
  expect(STORAGE_URL).toMatchObject({ bucket: services.store!.environment.S3_BUCKET })
  const described = [...text.matchAll(/^#   (\w+)=/gm)].map(([, name]) => name)
  const variables = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
  expect(variables.filter((name) => !described.includes(name))).toEqual([])
  expect([services.store?.profiles, services.prometheus?.profiles]).toEqual([['s3'], ['metrics']])
  const { scrape_configs: jobs } = parse(await read('prometheus.yaml')) as {
    scrape_configs: { authorization: { credentials_file: string }; dns_sd_configs: { names: string[] }[] }[]
  }
  expect(jobs[0]?.dns_sd_configs[0]?.names).toEqual(['web', 'worker'])
  const secret = jobs[0]!.authorization.credentials_file.replace('/run/secrets/', '')
  expect(services.prometheus?.secrets).toEqual([secret])
  expect(secrets[secret]).toEqual({ environment: 'METRICS_TOKEN' })
})

/** Docker mounts a volume as root unless the image has the folder. */
async function listOwnFolders(): Promise<string[]> {
  const [, folders = ''] = /install -d -o venire -g venire -m 700 (.*)/.exec(await read('Containerfile')) ?? []
  return folders.split(' ').filter(Boolean)
}

test('every folder that the image and compose.yaml set is writable by user 10001', async () => {
  const own = await listOwnFolders()
  expect(own).toContain('/var/lib/venire')
  const { services } = await readCompose()
  for (const service of venireServices) {
    const { volumes, tmpfs, environment, entrypoint, command } = services[service]!
    const mounts = volumes.map((each) => fill(each, env).split(':').at(-1)!)
    expect(mounts.filter((each) => !own.includes(each))).toEqual([])
    const paths = await Promise.all(
      folderSettings.map(async (name) => environment[name] ?? (await readImageSetting(name))),
    )
    const [, to] = entrypoint ? (/--to (\S+)/.exec(command![0]!) ?? []) : []
    for (const path of to ? [...paths, to] : paths)
      expect([service, path, isInside(path, [...mounts, ...tmpfs])]).toEqual([service, path, true])
  }
})

test('every scheduled backup includes the recordings, and none hides that it leaves out the keys', async () => {
  const files = ['compose.yaml', 'kubernetes.yaml', 'venire-backup.service']
  const texts = await Promise.all(files.map(read))
  const commands = texts.map((text) => /\bbackup,? --.*/.exec(text)?.[0] ?? '')
  for (const command of commands) expect(command).toMatch(/--recordings.*--to.*--keep/)
  expect(texts.join('\n')).not.toMatch(/^SuccessExitStatus|= 3 \]/m)
  const { backup } = (await readCompose()).services
  const [, name = ''] = /^env:(\w+)$/.exec(backup!.environment['BACKUP_KEY']!) ?? []
  expect(() => fill(backup!.environment[name]!, {})).toThrow('BACKUP_PHRASE is not set')
})

test("the image's health check waits for the backup before an upgrade", async () => {
  const [, hours = '0'] = /--start-period=(\d+)h/.exec(await read('Containerfile')) ?? []
  expect(Number(hours) * 3600).toBe(longestStartSeconds)
})

test("the database's version is that of pg_dump in the image", async () => {
  const { services } = await readCompose()
  const [, version] = /\bpostgresql-client-(\d+)\b/.exec(await read('Containerfile')) ?? []
  expect(services.database?.image).toBe(`postgres:${version}`)
})

test('systemd units and the image start commands that exist, with settings that exist', async () => {
  const units = (await readdir(folder)).filter((name) => name.endsWith('.service'))
  expect(units.toSorted()).toEqual(['venire-backup.service', 'venire-worker.service', 'venire.service'])
  for (const name of units) {
    const text = await read(name)
    const given = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '))
    expect([name, unknown(given.map((each) => each.split('=')[0]!))]).toEqual([name, []])
    await checkCommand(findVenireCommand(text))
    expect(text).toMatch(/^(StateDirectory=.*|ReadWritePaths=.* -?\/var\/lib\/)venire-work$/m)
  }
  const image = await read('Containerfile')
  const [, env = ''] = /\nENV ((?:.*\\\n)*.*)\n/.exec(image) ?? []
  expect(unknown([...env.matchAll(/(\w+)=/g)].map(([, name = '']) => name))).toEqual([])
  const [, command = ''] = /\nCMD (\[.*\])/.exec(image) ?? []
  await checkCommand(JSON.parse(command) as string[])
})

test('the image leaves development packages out', async () => {
  const image = await read('Containerfile')
  const lines = image.split('\n')
  const prune = lines.findIndex((line) => line.includes('npm prune --omit=dev'))
  expect(prune).toBeGreaterThan(lines.findIndex((line) => line.includes('buildWebIfStale')))
  expect(prune).toBeLessThan(lines.findIndex((line) => line.startsWith('COPY --from=build')))
})
