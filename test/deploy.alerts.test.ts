import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { testApp, type TestApp } from './app.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

type Rules = { groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[] }

/** Prometheus itself adds `up` for each target. */
const ownNames = new Set(['up'])
const language =
  /^(sum|max|min|rate|by|on|and|or|absent|histogram_quantile|predict_linear|avg|increase|unless|ignoring|le|lane)$/

const readMetrics = async () => (await at.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body

const listNames = (metrics: string) =>
  new Set(
    [...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )

test('each alert rule names only metrics and label values that this server reports', async () => {
  await at.app.inject('/healthz')
  const metrics = await readMetrics()
  const names = listNames(metrics)
  const { groups } = parse(await readFile('deploy/alerts.yaml', 'utf8')) as Rules
  const rules = groups.flatMap((each) => each.rules)
  expect(rules.length).toBeGreaterThan(10)
  const faults: string[] = []
  for (const { alert, expr } of rules) {
    const bare = expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '')
    const used = (bare.match(/[a-z_]\w*/gi) ?? []).filter((word) => !language.test(word))
    expect([alert, used.length]).not.toEqual([alert, 0])
    for (const name of used) if (!names.has(name) && !ownNames.has(name)) faults.push(`${alert}: ${name}`)
    for (const [, name = '', matchers = ''] of expr.matchAll(/(\w+)\{([^}]*)\}/g))
      for (const [, label = '', operator = '', value = ''] of matchers.matchAll(/(\w+)(!=|=~|=)"([^"]*)"/g)) {
        const samples = metrics.split('\n').filter((line) => line.startsWith(`${name}{`))
        const wanted = operator === '=' ? `${label}="${value}"` : `${label}="`
        if (!ownNames.has(name) && !samples.some((line) => line.includes(wanted)))
          faults.push(`${alert}: ${name} has no ${wanted}`)
      }
  }
  expect(faults).toEqual([])
})

test('each alert says what happened and what to do', async () => {
  const { groups } = parse(await readFile('deploy/alerts.yaml', 'utf8')) as Rules
  for (const { alert, annotations } of groups.flatMap((each) => each.rules))
    expect([alert, Object.keys(annotations)]).toEqual([alert, ['summary', 'action']])
})

const run = promisify(execFile)

test('promtool accepts the alert rules, and each fires only when it should', async () => {
  const { stdout: checked } = await run('promtool', ['check', 'rules', 'deploy/alerts.yaml'])
  expect(checked).toContain('SUCCESS')
  const { stdout: tested } = await run('promtool', ['test', 'rules', 'deploy/alerts.test.yaml'])
  expect(tested).toContain('SUCCESS')
  const { groups } = parse(await readFile('deploy/alerts.yaml', 'utf8')) as Rules
  const { tests } = parse(await readFile('deploy/alerts.test.yaml', 'utf8')) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[]
  }
  const cases = tests.flatMap((each) => each.alert_rule_test)
  for (const { alert } of groups.flatMap((each) => each.rules)) {
    const own = cases.filter(({ alertname }) => alertname === alert).map(({ exp_alerts: fired }) => fired.length > 0)
    expect([alert, own]).toEqual([alert, expect.arrayContaining([true, false])])
  }
})

test('promtool accepts the configurations of Prometheus', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'venire-prometheus-'))
  try {
    for (const name of ['prometheus.yaml', 'prometheus.kubernetes.yaml']) {
      const path = join(folder, name)
      const text = await readFile(join('deploy', name), 'utf8')
      // Debian's Prometheus is built without Kubernetes service discovery.
      await writeFile(
        path,
        text.replace(/kubernetes_sd_configs:\n\s+- role: pod/, 'static_configs: [{ targets: [a:1] }]'),
      )
      const { stdout } = await run('promtool', ['check', 'config', '--syntax-only', path])
      expect(stdout).toContain('is valid prometheus config file syntax')
      const config = parse(text) as { rule_files: string[]; scrape_configs: { job_name: string }[] }
      expect(config.scrape_configs.map((each) => each.job_name)).toEqual(['venire'])
      expect(config.rule_files).toEqual(['/etc/prometheus/alerts.yaml'])
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})
