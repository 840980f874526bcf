import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { readConfig } from '#server/platform/config.ts'
import {
  checkCommand,
  folderSettings,
  isInside,
  longestStartSeconds,
  read,
  readImageSetting,
  unknown,
} from './deploy.ts'

const name = z.string().regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/)
const host = z.string().regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/)
const texts = z.record(z.string(), z.string())
const label = z.string().regex(/^([A-Za-z0-9]([-\w.]{0,61}[A-Za-z0-9])?)?$/)
const labels = z.record(z.string(), label)
const metadata = z.strictObject({ name, annotations: texts.optional() })
const seconds = z.int().min(0)
const longestJobEndSeconds = 15

const units = ['Ki', 'Mi', 'Gi', 'Ti']
const toBytes = (text: string): number => parseInt(text, 10) * 1024 ** (units.indexOf(text.slice(-2)) + 1)
const isUnique = (all: readonly string[]): boolean => new Set(all).size === all.length

/** The API server rejects a list in which two entries have the same value for this field. */
const uniqueList = <T extends z.ZodType<object>>(schema: T, key: keyof z.output<T>) =>
  z.array(schema).refine((all) => isUnique(all.map((each) => String(each[key]))), `${String(key)} must be unique`)

const cpu = z.string().regex(/^\d+m?$/)
const bytes = z.string().regex(/^\d+[KMGT]i$/)
const resources = z
  .strictObject({
    requests: z.strictObject({ cpu, memory: bytes }),
    limits: z.strictObject({ memory: bytes }),
  })
  .refine(({ requests, limits }) => toBytes(requests.memory) <= toBytes(limits.memory), 'request over limit')

const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.enum(['/healthz', '/readyz']), port: z.literal('http') }),
  periodSeconds: z.int().min(1).default(10),
  failureThreshold: z.int().min(1).default(3),
  timeoutSeconds: z.int().min(1).default(1),
})

const container = z.strictObject({
  name,
  image: z.string(),
  args: z.array(z.string()),
  env: uniqueList(z.strictObject({ name: z.string(), value: z.string() }), 'name').default([]),
  envFrom: z.tuple([
    z.strictObject({ configMapRef: z.strictObject({ name }) }),
    z.strictObject({ secretRef: z.strictObject({ name }) }),
  ]),
  ports: z.array(z.strictObject({ name: name.max(15), containerPort: z.int().min(1).max(65_535) })).optional(),
  startupProbe: probe.optional(),
  readinessProbe: probe.optional(),
  livenessProbe: probe.optional(),
  resources,
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: uniqueList(
    z.strictObject({ name, mountPath: z.string().startsWith('/'), readOnly: z.boolean().optional() }),
    'mountPath',
  ),
})

const volume = z.union([
  z.strictObject({ name, emptyDir: z.strictObject({}) }),
  z.strictObject({ name, persistentVolumeClaim: z.strictObject({ claimName: name }) }),
  z.strictObject({ name, secret: z.strictObject({ secretName: name, defaultMode: z.int().min(0).max(0o777) }) }),
])

const podSpec = z.strictObject({
  terminationGracePeriodSeconds: seconds.optional(),
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.literal(10_001),
    fsGroup: z.literal(10_001),
  }),
  containers: z.tuple([container]),
  volumes: uniqueList(volume, 'name'),
})
const pod = z.strictObject({ metadata: z.strictObject({ labels }), spec: podSpec })
const jobPod = pod.extend({ spec: podSpec.extend({ restartPolicy: z.literal('Never') }) })

const ConfigMap = z.strictObject({ apiVersion: z.literal('v1'), kind: z.literal('ConfigMap'), metadata, data: texts })

const PersistentVolumeClaim = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('PersistentVolumeClaim'),
  metadata,
  spec: z.strictObject({
    accessModes: z.tuple([z.enum(['ReadWriteOnce', 'ReadWriteMany'])]),
    resources: z.strictObject({ requests: z.strictObject({ storage: bytes }) }),
  }),
})

const Deployment = z.strictObject({
  apiVersion: z.literal('apps/v1'),
  kind: z.literal('Deployment'),
  metadata,
  spec: z.strictObject({
    replicas: z.literal(2),
    progressDeadlineSeconds: seconds,
    selector: z.strictObject({ matchLabels: labels }),
    strategy: z
      .strictObject({ rollingUpdate: z.strictObject({ maxUnavailable: z.literal(0), maxSurge: z.int().min(1) }) })
      .optional(),
    template: pod,
  }),
})

const CronJob = z.strictObject({
  apiVersion: z.literal('batch/v1'),
  kind: z.literal('CronJob'),
  metadata,
  spec: z.strictObject({
    schedule: z.string().regex(/^[1-5]?\d (1?\d|2[0-3]) \* \* \*$/),
    concurrencyPolicy: z.literal('Forbid'),
    startingDeadlineSeconds: seconds,
    jobTemplate: z.strictObject({ spec: z.strictObject({ backoffLimit: z.int().min(0), template: jobPod }) }),
  }),
})

const Service = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('Service'),
  metadata,
  spec: z.strictObject({
    selector: labels,
    ports: z.tuple([z.strictObject({ name, port: z.int(), targetPort: z.string() })]),
  }),
})

const PodDisruptionBudget = z.strictObject({
  apiVersion: z.literal('policy/v1'),
  kind: z.literal('PodDisruptionBudget'),
  metadata,
  spec: z.strictObject({ minAvailable: z.literal(1), selector: z.strictObject({ matchLabels: labels }) }),
})

const Ingress = z.strictObject({
  apiVersion: z.literal('networking.k8s.io/v1'),
  kind: z.literal('Ingress'),
  metadata,
  spec: z.strictObject({
    tls: z.tuple([z.strictObject({ hosts: z.tuple([host]), secretName: name })]),
    rules: z.tuple([
      z.strictObject({
        host,
        http: z.strictObject({
          paths: z.tuple([
            z.strictObject({
              path: z.literal('/'),
              pathType: z.literal('Prefix'),
              backend: z.strictObject({
                service: z.strictObject({ name, port: z.strictObject({ name }) }),
              }),
            }),
          ]),
        }),
      }),
    ]),
  }),
})

const manifests = [ConfigMap, PersistentVolumeClaim, Deployment, CronJob, Service, PodDisruptionBudget, Ingress]
const kinds = z.discriminatedUnion('kind', manifests as [typeof ConfigMap, ...typeof manifests])

async function readAll() {
  const documents = parseAllDocuments(await read('kubernetes.yaml'), { uniqueKeys: true })
  expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([])
  const all = documents.map((each) => kinds.parse(each.toJS()))
  const find = <T extends z.ZodType>(schema: T): z.output<T>[] =>
    all.filter((each) => schema.safeParse(each).success) as z.output<T>[]
  return {
    all,
    map: find(ConfigMap)[0]!,
    claims: find(PersistentVolumeClaim),
    deployments: find(Deployment),
    cron: find(CronJob)[0]!,
    service: find(Service)[0]!,
    budget: find(PodDisruptionBudget)[0]!,
    ingress: find(Ingress)[0]!,
  }
}

const readPods = ({ deployments, cron }: Awaited<ReturnType<typeof readAll>>) =>
  [...deployments.map(({ spec }) => spec.template), cron.spec.jobTemplate.spec.template].map(({ spec }) => spec)

test('kubernetes.yaml fits the schemas of its kinds, and its parts fit each other', async () => {
  const read = await readAll()
  const { all, map, claims, deployments, service, budget, ingress } = read
  expect(all.map(({ kind }) => kind).join(' ')).toBe(
    'ConfigMap PersistentVolumeClaim PersistentVolumeClaim Deployment Deployment CronJob Service PodDisruptionBudget Ingress',
  )
  const names = all.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
  expect(names.filter((each, at) => names.indexOf(each) !== at)).toEqual([])
  for (const { spec } of deployments) expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels)
  for (const { containers, volumes } of readPods(read)) {
    const [{ envFrom, volumeMounts }] = containers
    expect(envFrom[0]).toEqual({ configMapRef: { name: map.metadata.name } })
    expect(volumeMounts.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name))
    const claimed = volumes.flatMap((each) =>
      'persistentVolumeClaim' in each ? [each.persistentVolumeClaim.claimName] : [],
    )
    expect(claims.map(({ metadata }) => metadata.name)).toEqual(expect.arrayContaining(claimed))
  }
  const [web] = deployments
  expect(web?.spec.selector.matchLabels).toEqual(service.spec.selector)
  expect(budget.spec.selector.matchLabels).toEqual(service.spec.selector)
  expect(service.spec.ports[0].targetPort).toBe(web?.spec.template.spec.containers[0].ports?.[0]?.name)
  expect(ingress.spec.rules[0].http.paths[0].backend.service).toEqual({
    name: service.metadata.name,
    port: { name: service.spec.ports[0].name },
  })
  expect(ingress.spec.tls[0].hosts).toEqual([ingress.spec.rules[0].host])
})

test('kubernetes.yaml runs commands that exist, with settings that exist', async () => {
  const { map, deployments, cron } = await readAll()
  expect(unknown(Object.keys(map.data))).toEqual([])
  const config = readConfig(map.data)
  expect(new URL(config.PUBLIC_URL ?? '').protocol).toBe('https:')
  for (const { spec } of deployments) {
    const { containers, terminationGracePeriodSeconds: graceSeconds } = spec.template.spec
    const [{ args, env, ports }] = containers
    await checkCommand(args)
    expect(unknown(env.map((each) => each.name))).toEqual([])
    const port = args.includes('--port') ? Number(args[args.indexOf('--port') + 1]) : config.PORT
    expect(ports?.map(({ containerPort }) => containerPort)).toEqual([port])
    expect(graceSeconds).toBeGreaterThan(config.STOP_GRACE_SECONDS + longestJobEndSeconds)
  }
  await checkCommand(cron.spec.jobTemplate.spec.template.spec.containers[0].args)
})

test('every folder and key that kubernetes.yaml sets is mounted, and writable by user 10001', async () => {
  const read = await readAll()
  for (const { containers, volumes } of readPods(read)) {
    const [{ volumeMounts, args }] = containers
    const isSecret = new Map(volumes.map((each) => [each.name, 'secret' in each]))
    const find = (secret: boolean) =>
      volumeMounts.filter((each) => isSecret.get(each.name) === secret).map(({ mountPath }) => mountPath)
    const paths = await Promise.all(folderSettings.map(async (each) => read.map.data[each] ?? readImageSetting(each)))
    const [, to] = /--to (\S+)/.exec(args.join(' ')) ?? []
    for (const path of to ? [...paths, to] : paths) expect([path, isInside(path, find(false))]).toEqual([path, true])
    for (const each of ['INSTALLATION_KEY', 'SECRETS_KEY'])
      expect(isInside(read.map.data[each]!.replace('file:', ''), find(true))).toBe(true)
  }
})

test('no probe ends a process that is backing up the database before an upgrade', async () => {
  const { deployments } = await readAll()
  for (const { spec } of deployments) {
    const [{ startupProbe, livenessProbe, readinessProbe }] = spec.template.spec.containers
    // During startup, a process answers only /healthz. See test/starting.test.ts.
    const paths = [startupProbe, livenessProbe, readinessProbe].map((each) => each?.httpGet.path)
    expect(paths).toEqual(['/healthz', '/healthz', '/readyz'])
    expect(spec.progressDeadlineSeconds).toBeGreaterThan(longestStartSeconds)
  }
})

test('prometheus.kubernetes.yaml finds the pods that kubernetes.yaml starts, by token', async () => {
  const { deployments } = await readAll()
  const { scrape_configs: jobs } = parse(await read('prometheus.kubernetes.yaml')) as {
    scrape_configs: {
      job_name: string
      authorization: object
      relabel_configs: { source_labels: string[]; regex?: string }[]
    }[]
  }
  expect(jobs).toEqual([expect.objectContaining({ job_name: 'venire', authorization: expect.anything() as object })])
  const [kept] = jobs[0]!.relabel_configs
  for (const { spec } of deployments) {
    const { metadata, spec: pod } = spec.template
    expect(kept?.regex).toBe(`${metadata.labels.app};${pod.containers[0].ports?.[0]?.name}`)
  }
})
