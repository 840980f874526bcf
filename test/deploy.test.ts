import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { readConfig, settings } from '#server/platform/config.ts'
import { verbs } from '../cli/run.ts'
import { runCli } from './cli.ts'

const folder = fileURLToPath(new URL('../deploy', import.meta.url))
const read = (name: string) => readFile(join(folder, name), 'utf8')

/** Variables read by Node, the S3 client, and other services rather than Venire. */
const foreign = /^(NODE_ENV|NODE_COMPILE_CACHE|PATH|AWS_(ACCESS_KEY_ID|SECRET_ACCESS_KEY)|POSTGRES_\w+|VENIRE_HOST)$/
const known = new Set(Object.keys(settings.shape))
const unknown = (names: string[]) => names.filter((each) => !known.has(each) && !foreign.test(each))

async function checkCommand([verb = '', ...rest]: string[]): Promise<void> {
  expect(Object.keys(verbs)).toContain(verb)
  const { says } = await runCli({}, verb, '--help')
  for (const option of rest.filter((each) => each.startsWith('--'))) expect(says).toContain(option)
}

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      command: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string()),
      volumes: z.array(z.string()),
      tmpfs: z.array(z.string()).optional(),
      deploy: z.object({ replicas: z.number() }).optional(),
      depends_on: z.union([z.array(z.string()), z.record(z.string(), z.object({ condition: z.string() }))]).optional(),
      healthcheck: z.object({ test: z.array(z.string()) }).optional(),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
})

test('compose.yaml runs two web processes and two workers with settings and commands that exist', async () => {
  const { services, volumes } = Compose.parse(parse(await read('compose.yaml'), { merge: true }))
  expect(Object.keys(services)).toEqual(['web', 'worker', 'database', 'proxy'])
  for (const [name, { environment, volumes: mounts, depends_on: needs = [] }] of Object.entries(services)) {
    expect([name, unknown(Object.keys(environment))]).toEqual([name, []])
    for (const each of Array.isArray(needs) ? needs : Object.keys(needs)) expect(services).toHaveProperty(each)
    const sources = mounts.map((each) => each.split(':')[0]!).filter((source) => /^[a-z]/.test(source))
    for (const source of sources) expect(volumes).toHaveProperty(source)
  }
  for (const name of ['web', 'worker']) {
    const { command = [], environment, deploy } = services[name]!
    await checkCommand(command)
    expect(deploy).toEqual({ replicas: 2 })
    const filled = Object.entries(environment).map(([key, value]) => [
      key,
      value.replaceAll(/\$\{(\w+):[^}]*\}/g, key === 'DATABASE_URL' ? 'secret' : ''),
    ])
    const config = readConfig({ ...Object.fromEntries(filled), PUBLIC_URL: 'https://venire.firm.example' })
    expect(config.DATABASE_URL).toBe('postgres://venire:secret@database/venire')
  }
  expect(services.web?.environment.ROLE).toBe('web')
})

/** Docker mounts a volume as root unless the image has the folder. */
async function listOwnFolders(): Promise<string[]> {
  const [, folders = ''] = /install -d -o venire -g venire -m 700 (.*)/.exec(await read('Containerfile')) ?? []
  return folders.split(' ').filter(Boolean)
}

const isInside = (path: string, folders: string[]) => folders.some((each) => `${path}/`.startsWith(`${each}/`))

/** Settings whose value is a folder that Venire writes to. */
const folderSettings = ['DATA_DIR', 'WORK_DIR', 'NODE_COMPILE_CACHE']

test('every folder that the image and compose.yaml set is writable by user 10001', async () => {
  const own = await listOwnFolders()
  expect(own).toContain('/var/lib/venire')
  const image = await read('Containerfile')
  const { services } = Compose.parse(parse(await read('compose.yaml'), { merge: true }))
  for (const { volumes, tmpfs = [], environment } of [services.web!, services.worker!]) {
    const mounts = volumes.map((each) => each.split(':').at(-1)!)
    expect(mounts.filter((each) => !own.includes(each))).toEqual([])
    for (const name of folderSettings) {
      const path = environment[name] ?? new RegExp(String.raw`\b${name}=(\S+)`).exec(image)![1]!
      expect([name, path, isInside(path, [...mounts, ...tmpfs])]).toEqual([name, path, true])
    }
  }
})

test("the database's version is that of pg_dump in the image", async () => {
  const { services } = Compose.parse(parse(await read('compose.yaml'), { merge: true }))
  const debian = { 12: 'postgres:15', 13: 'postgres:17' } as Record<string, string>
  const [, release = ''] = /\nFROM debian:(\d+)-slim\nRUN/.exec(await read('Containerfile')) ?? []
  expect(services.database?.image).toBe(debian[release])
})

test('systemd units and the image start commands that exist, with settings that exist', async () => {
  const units = (await readdir(folder)).filter((name) => name.endsWith('.service'))
  expect(units.toSorted()).toEqual(['venire-backup.service', 'venire-worker.service', 'venire.service'])
  for (const name of units) {
    const text = await read(name)
    const given = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '))
    expect([name, unknown(given.map((each) => each.split('=')[0]!))]).toEqual([name, []])
    const [, command = ''] = /^ExecStart=.* cli\/main\.ts (.*)$/m.exec(text) ?? []
    await checkCommand(command.split(' '))
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

const labels = z.record(z.string(), z.string())
const named = z.object({ name: z.string(), annotations: labels.optional() })
const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.enum(['/healthz', '/readyz']), port: z.literal('http') }),
  periodSeconds: z.int().optional(),
  failureThreshold: z.int().optional(),
  timeoutSeconds: z.int().optional(),
})
const amounts = z.strictObject({ cpu: z.string().optional(), memory: z.string().optional() })
const Container = z.strictObject({
  name: z.string(),
  image: z.string(),
  args: z.array(z.string()),
  env: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  envFrom: z.array(
    z.union([
      z.strictObject({ configMapRef: z.strictObject({ name: z.string() }) }),
      z.strictObject({ secretRef: z.strictObject({ name: z.string() }) }),
    ]),
  ),
  ports: z.array(z.strictObject({ name: z.string(), containerPort: z.int() })),
  startupProbe: probe.optional(),
  readinessProbe: probe,
  livenessProbe: probe,
  resources: z.strictObject({ requests: amounts, limits: amounts }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().optional() })),
})
const Deployment = z.strictObject({
  apiVersion: z.literal('apps/v1'),
  kind: z.literal('Deployment'),
  metadata: named,
  spec: z.strictObject({
    replicas: z.literal(2),
    selector: z.strictObject({ matchLabels: labels }),
    strategy: z
      .strictObject({ rollingUpdate: z.strictObject({ maxUnavailable: z.int(), maxSurge: z.int() }) })
      .optional(),
    template: z.strictObject({
      metadata: z.strictObject({ labels, annotations: labels }),
      spec: z.strictObject({
        terminationGracePeriodSeconds: z.int(),
        securityContext: z.strictObject({ runAsNonRoot: z.literal(true), runAsUser: z.int(), fsGroup: z.int() }),
        containers: z.tuple([Container]),
        volumes: z.array(z.looseObject({ name: z.string() })),
      }),
    }),
  }),
})

test('kubernetes.yaml fits the schema, and its parts fit each other and Venire', async () => {
  const documents = parseAllDocuments(await read('kubernetes.yaml')).map((each) => each.toJS() as { kind: string })
  const find = (kind: string) => documents.filter((each) => each.kind === kind)
  expect(documents.map(({ kind }) => kind)).toEqual([
    ...['ConfigMap', 'PersistentVolumeClaim', 'Deployment', 'Deployment', 'Service', 'PodDisruptionBudget', 'Ingress'],
  ])
  const map = z.object({ metadata: named, data: labels }).parse(find('ConfigMap')[0])
  expect(unknown(Object.keys(map.data))).toEqual([])
  readConfig(map.data)
  const service = z.object({ metadata: named, spec: z.object({ selector: labels }) }).parse(find('Service')[0])
  const deployments = find('Deployment').map((each) => Deployment.parse(each))
  for (const { spec } of deployments) {
    expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels)
    const [container] = spec.template.spec.containers
    await checkCommand(container.args)
    expect(unknown(container.env.map(({ name }) => name))).toEqual([])
    expect(container.envFrom[0]).toEqual({ configMapRef: { name: map.metadata.name } })
    expect(container.volumeMounts.map(({ name }) => name)).toEqual(spec.template.spec.volumes.map(({ name }) => name))
    const { drop } = container.securityContext.capabilities
    expect(drop).toEqual(['ALL'])
  }
  expect(deployments[0]?.spec.selector.matchLabels).toEqual(service.spec.selector)
  expect(JSON.stringify(find('Ingress')[0])).toContain(`"service":{"name":"${service.metadata.name}"`)
})
