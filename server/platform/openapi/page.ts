import type { Needs } from '#contract/endpoint.ts'
import { escapeHtml as escape, toPolicySource } from '../escape.ts'
import type { Content, OpenApi, Operation, Parameter } from './describe.ts'
import type { Json } from './schemas.ts'

/** Colors copied from `web/ui/tokens.css`. */
const style = `:root{color-scheme:light;font:16px/1.5 system-ui,sans-serif;--bg:#fbfbfc;--surface:#fff;--sunken:#f3f4f6;--line:#dfe2e7;--text:#15181e;
--text2:#4a5160;--accent:#3350bf;--focus:#3a57c9;--get:#1d56b3;--post:#17693a;--put:#a53c06;--delete:#b42318}
@media(prefers-color-scheme:dark){:root{color-scheme:dark;--bg:#0f1115;--surface:#15181e;--sunken:#1b1f26;--line:#2a303a;--text:#eceef2;
--text2:#b3bac6;--accent:#a9b8ff;--focus:#8fa5ff;--get:#8fbaff;--post:#6fd49a;--put:#ffb07c;--delete:#ff9c92}}
*{box-sizing:border-box}html{scroll-padding-top:1rem}body{margin:0 auto;max-width:80rem;padding:1.5rem 1rem 6rem;background:var(--bg);color:var(--text)}
h1{font-size:1.75rem;line-height:1.2;margin:0}h2{font-size:1.25rem;margin:2.5rem 0 .25rem}h3{font-size:.875rem;margin:1.25rem 0 .35rem}
p{margin:.5rem 0;max-width:44rem;text-wrap:pretty}p,li,dt,dd,code,pre{overflow-wrap:anywhere}small,.soft{color:var(--text2);font-size:.875rem}
a{color:var(--accent);text-underline-offset:.2em}:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:.25rem}
code,pre{font:.875rem/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem .5rem;list-style:none;margin:1.5rem 0 0;padding:0}nav a{display:block;padding:.35rem .6rem;border-radius:.375rem;text-decoration:none}
nav a:hover{background:var(--sunken)}
details{margin:.5rem 0;border:1px solid var(--line);border-radius:.5rem;background:var(--surface)}
summary{display:flex;flex-wrap:wrap;align-items:baseline;gap:.15rem .75rem;min-height:2.75rem;padding:.6rem .9rem;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}summary:hover{background:var(--sunken);border-radius:.5rem}summary span{color:var(--text2);flex-basis:100%}
.method{font-weight:700;min-width:4.5rem}.get,.head,.options{color:var(--get)}.post{color:var(--post)}.put,.patch{color:var(--put)}.delete{color:var(--delete)}
.body{padding:.25rem .9rem 1rem;border-top:1px solid var(--line);scroll-margin-top:7rem}
pre{margin:.35rem 0;padding:.6rem .8rem;border-radius:.375rem;background:var(--sunken);white-space:pre-wrap}i{color:var(--text2);font-style:normal}
dl{margin:.35rem 0}dt{margin-top:.5rem}dd{margin:0 0 0 1rem}dl.errors{columns:18rem}dl.errors div{break-inside:avoid}
@media(min-width:62rem){body{display:grid;grid-template-columns:14rem minmax(0,1fr);gap:0 2.5rem;padding-top:2.5rem}header{grid-column:2}
nav{grid-row:1/3;align-self:start;position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow:auto}nav ul{display:block;margin:0}
summary span{flex-basis:auto}}`

export const docsPolicy = [
  "default-src 'none'",
  `style-src ${toPolicySource(style)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const toId = (title: string): string => `section-${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`

const listRange = (least: unknown, most: unknown, what: string): string[] => {
  const [from, to] = [least, most].map((each) => (typeof each === 'number' ? String(each) : null))
  if (!from && !to) return []
  return [`${!from ? `at most ${to}` : !to ? `at least ${from}` : `${from} to ${to}`} ${what}`.trim()]
}

function describeLimits(schema: Json): string {
  const limits = [
    ...(typeof schema.description === 'string' ? [schema.description] : []),
    ...listRange(schema.minLength, schema.maxLength, 'characters'),
    ...listRange(schema.minimum, schema.maximum, ''),
    ...listRange(schema.minItems, schema.maxItems, 'entries'),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ]
  return limits.length === 0 ? '' : ` <i>// ${escape(limits.join('; '))}</i>`
}

function renderObject({ properties = {}, required = [], additionalProperties }: Json, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties as Record<string, Json>).map(
    ([name, schema]) =>
      `${inner}${escape(name)}${(required as string[]).includes(name) ? '' : '?'}: ${renderType(schema, inner)}${describeLimits(schema)}\n`,
  )
  if (typeof additionalProperties === 'object' && additionalProperties !== null)
    lines.push(`${inner}[name]: ${renderType(additionalProperties as Json, inner)}\n`)
  return lines.length === 0 ? 'object' : `{\n${lines.join('')}${indent}}`
}

function renderType(schema: Json, indent = ''): string {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1)!
    return `<a href="#schema-${name}">${name}</a>`
  }
  return renderUnion(schema, indent) ?? renderPlain(schema, indent)
}

function renderUnion(schema: Json, indent: string): string | null {
  const join = (parts: unknown, mark: string) => (parts as Json[]).map((part) => renderType(part, indent)).join(mark)
  if (schema.const !== undefined) return escape(JSON.stringify(schema.const))
  if (Array.isArray(schema.enum)) return schema.enum.map((each) => escape(JSON.stringify(each))).join(' | ')
  if (schema.anyOf ?? schema.oneOf) return join(schema.anyOf ?? schema.oneOf, ' | ')
  if (schema.allOf) return join(schema.allOf, ' &amp; ')
  if (Array.isArray(schema.type)) return schema.type.join(' | ')
  if (Array.isArray(schema.prefixItems)) return `[${join(schema.prefixItems, ', ')}]`
  return null
}

function renderPlain(schema: Json, indent: string): string {
  if (schema.type === 'array') {
    const items = renderType((schema.items ?? {}) as Json, indent)
    return /^[^{]* \| /.test(items) ? `(${items})[]` : `${items}[]`
  }
  if (schema.type === 'object') return renderObject(schema, indent)
  const type = typeof schema.type === 'string' ? schema.type : 'any'
  return typeof schema.format === 'string' ? `${type} (${escape(schema.format)})` : type
}

const renderContent = (content: Content): string => {
  const types = Object.keys(content)
  const [first] = Object.values(content)
  return `<p class="soft">${types.map((type) => `<code>${escape(type)}</code>`).join(', ')}</p>${
    first?.schema ? `<pre><code>${renderType(first.schema)}</code></pre>` : ''
  }`
}

const renderParameter = ({ name, in: place, required, description, schema }: Parameter): string =>
  `<dt><code>${escape(name)}</code> <small>${place}${required ? ', required' : ''}</small></dt>` +
  `<dd><code>${renderType(schema)}${describeLimits(schema)}</code>${description ? `<br><span class="soft">${escape(description)}</span>` : ''}</dd>`

const needs: Readonly<Record<Needs, string>> = {
  nobody: 'Open to anyone',
  member: 'Anyone signed in',
  administrator: 'Firm administrators',
  operator: 'The operator of this installation',
}

function describeAccess(method: string, { security, 'x-needs': need }: Operation): string {
  const [first] = security
  if (!first) return needs.nobody
  if ('installation' in first) return 'A token from the installation settings'
  const scope = need !== 'member' ? 'administer' : method === 'get' || method === 'head' ? 'read' : 'write'
  return `${needs[need]}. ${security.some((each) => 'token' in each) ? `API token scope: ${scope}` : 'API tokens not accepted'}`
}

function renderOperation(path: string, method: string, operation: Operation): string {
  const { parameters, requestBody, responses, operationId } = operation
  const refusals: string[] = []
  const answers: string[] = []
  for (const [status, answer] of Object.entries(responses)) {
    if ('$ref' in answer) {
      if (status !== 'default') refusals.push(`<a href="#error-${status}">${status}</a>`)
      continue
    }
    const headers = Object.keys(answer.headers ?? {}).map((name) => `<code>${escape(name)}</code>`)
    answers.push(
      `<h3>Response ${status}: ${escape(answer.description)}</h3>` +
        (headers.length === 0 ? '' : `<p class="soft">Headers: ${headers.join(', ')}</p>`) +
        (answer.content ? renderContent(answer.content) : ''),
    )
  }
  return (
    `<details><summary><code class="method ${method}">${method.toUpperCase()}</code><code>${escape(path)}</code><span>${escape(operation.summary)}</span></summary>` +
    `<div class="body" id="${operationId}"><p class="soft"><code>${operationId}</code> · ${describeAccess(method, operation)}</p>` +
    (parameters.length === 0 ? '' : `<h3>Parameters</h3><dl>${parameters.map(renderParameter).join('')}</dl>`) +
    (requestBody
      ? `<h3>Body${requestBody.required ? '' : ', optional'}</h3>${renderContent(requestBody.content)}`
      : '') +
    answers.join('') +
    (refusals.length === 0 ? '' : `<p class="soft">Errors: ${refusals.join(', ')}</p>`) +
    '</div></details>'
  )
}

export function renderApiDocs({ info, tags, paths, components }: OpenApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  operations.sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)))
  const sections = tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags[0] === name)
    return (
      `<section aria-labelledby="${toId(name)}"><h2 id="${toId(name)}">${escape(name)}</h2><p class="soft">${escape(description)}</p>` +
      `${own.map(({ path, method, operation }) => renderOperation(path, method, operation)).join('\n')}</section>`
    )
  })
  const statuses = new Map(
    operations.flatMap(({ operation }) =>
      Object.entries(operation.responses).flatMap(([status, answer]) =>
        '$ref' in answer && status !== 'default' ? [[status, answer.$ref.split('/').at(-1)!] as const] : [],
      ),
    ),
  )
  const errors = [...statuses]
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(
      ([status, name]) =>
        `<div><dt id="error-${status}"><code>${status}</code></dt><dd>${escape(components.responses[name]!.description)}</dd></div>`,
    )
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details><summary><code>${name}</code></summary><div class="body" id="schema-${name}"><pre><code>${renderType(schema)}</code></pre></div></details>`,
  )
  const entries = [...tags.map(({ name }) => name), 'Errors', 'Schemas']
  const links = entries.map((name) => `<li><a href="#${toId(name)}">${escape(name)}</a></li>`)
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${escape(info.title)} API</title><style>${style}</style></head><body>`,
    `<header><h1>${escape(info.title)} API</h1><p class="soft">Version ${escape(info.version)} · ${operations.length} operations · `,
    `<a href="/api/openapi.json">OpenAPI document</a></p><p>${escape(info.description)}</p>`,
    `<p>Sign in with a browser, or send an API token from your profile as <code>Authorization: Bearer</code>.</p></header>`,
    `<nav aria-label="Sections"><ul>${links.join('')}</ul></nav><main>${sections.join('\n')}`,
    `<section aria-labelledby="${toId('Errors')}"><h2 id="${toId('Errors')}">Errors</h2><dl class="errors">${errors.join('')}</dl></section>`,
    `<section aria-labelledby="${toId('Schemas')}"><h2 id="${toId('Schemas')}">Schemas</h2>${schemas.join('\n')}</section></main></body></html>`,
  ].join('\n')
}
