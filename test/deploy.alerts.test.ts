import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { testApp, type TestApp } from './app.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

type Rules = { groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[] }

/** Prometheus adds `up` to each target. */
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
