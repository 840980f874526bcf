import { readdirSync } from 'node:fs'
import { z } from 'zod'
import { type Endpoint, nothing } from '#contract/endpoint.ts'
import { JsonValue } from '#contract/exports/exports.ts'

export type Json = Record<string, unknown>
type Io = 'input' | 'output'

type Contract = {
  endpoints: ReadonlyMap<Endpoint, { name: string; module: string }>
  schemas: ReadonlyMap<string, z.ZodType>
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isEndpoint = (value: unknown): value is Endpoint => isObject(value) && 'touches' in value && 'path' in value
/** Types that get a named schema. Others, such as strings and numbers, are inlined. */
const sharedTypes = new Set(['object', 'union', 'lazy'])
const isShared = (value: unknown): value is z.ZodType =>
  value instanceof z.ZodType && value !== nothing && sharedTypes.has(value.def.type)

export async function readContract(): Promise<Contract> {
  const folder = new URL('../../../contract/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const endpoints = new Map<Endpoint, { name: string; module: string }>()
  const schemas = new Map<string, z.ZodType>()
  const names = new Set<string>()
  for (const file of files.filter((each) => /(?<!\.test)\.ts$/.test(each)).toSorted()) {
    const module = file.replace(/\.ts$/, '')
    for (const [exported, value] of Object.entries((await import(new URL(file, folder).href)) as object)) {
      if (!isEndpoint(value) && !isShared(value)) continue
      const name = isEndpoint(value) ? exported : exported.charAt(0).toUpperCase() + exported.slice(1)
      if (names.has(name)) throw new Error(`The contract exports ${name} twice. Rename one: clients see this name.`)
      names.add(name)
      if (isEndpoint(value)) endpoints.set(value, { name, module })
      else schemas.set(name, value)
    }
  }
  return { endpoints, schemas }
}

function tidy({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }): void {
  // Responses may gain fields, so only input is strict.
  if (zodSchema instanceof z.ZodObject && !zodSchema.def.catchall) delete jsonSchema.additionalProperties
  // Replaces a recursive type that code generators can't handle.
  if (zodSchema === JsonValue) {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    jsonSchema.description = 'Any JSON value.'
  }
  const keys = (jsonSchema.propertyNames as Json | undefined)?.enum
  if (zodSchema instanceof z.ZodRecord && Array.isArray(keys)) {
    jsonSchema.properties = Object.fromEntries(keys.map((key: string) => [key, jsonSchema.additionalProperties]))
    delete jsonSchema.propertyNames
    delete jsonSchema.additionalProperties
  }
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

const localRef = '#/$defs/'
const componentRef = '#/components/schemas/'

function mapRefs<T>(value: T, prefix: string, toRef: (name: string) => string): T {
  const walk = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(walk)
    if (!isObject(each)) return each
    return Object.fromEntries(
      Object.entries(each).map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string' && inner.startsWith(prefix)
          ? toRef(inner.slice(prefix.length))
          : walk(inner),
      ]),
    )
  }
  return walk(value) as T
}

function listRefs(value: unknown, prefix: string): string[] {
  const found = new Set<string>()
  mapRefs(value, prefix, (name) => (found.add(name), ''))
  return [...found]
}

export class SchemaComponents {
  readonly #registry = z.registry<{ id: string }>()
  readonly #named: Readonly<Record<Io, ReadonlyMap<string, Json>>>
  readonly #alike: ReadonlySet<string>

  constructor(schemas: ReadonlyMap<string, z.ZodType>) {
    for (const [id, schema] of schemas) this.#registry.add(schema, { id })
    const convertAll = (io: Io) =>
      new Map([...schemas].map(([name, schema]) => [name, this.#convert(schema, io).$defs[name]!]))
    this.#named = { input: convertAll('input'), output: convertAll('output') }
    this.#alike = this.#findAlike()
  }

  #convert(schema: z.ZodType, io: Io): { root: Json; $defs: Readonly<Record<string, Json>> } {
    const {
      $schema: _dialect,
      $defs = {},
      ...root
    } = z.toJSONSchema(schema, { io, metadata: this.#registry, unrepresentable: 'any', override: tidy }) as Json & {
      $defs?: Record<string, Json>
    }
    if (Object.keys($defs).some((name) => name.startsWith('__')) || JSON.stringify(root).includes('"$ref":"#"'))
      throw new Error('A recursive schema needs a name. Export it from the contract.')
    return { root, $defs }
  }

  #findAlike(): Set<string> {
    const { input, output } = this.#named
    const alike = new Set(
      [...input.keys()].filter((name) => JSON.stringify(input.get(name)) === JSON.stringify(output.get(name))),
    )
    for (let before = -1; before !== alike.size;) {
      before = alike.size
      for (const name of alike)
        if (listRefs(output.get(name), localRef).some((each) => !alike.has(each))) alike.delete(name)
    }
    return alike
  }

  #toRefs(schema: Json, io: Io): Json {
    return mapRefs(
      schema,
      localRef,
      (name) => `${componentRef}${name}${io === 'output' || this.#alike.has(name) ? '' : '@input'}`,
    )
  }

  get(schema: z.ZodType, io: Io): Json {
    return this.#toRefs(this.#convert(schema, io).root, io)
  }

  getObject(schema: z.ZodType, io: Io): Json {
    const { root, $defs } = this.#convert(schema, io)
    const name = typeof root.$ref === 'string' ? root.$ref.slice(localRef.length) : ''
    return this.#toRefs($defs[name] ?? root, io)
  }

  finish(document: Json & { components: Json }): Json {
    const used = new Map<string, Json>()
    const queue = listRefs(document, componentRef)
    for (const ref of queue) {
      if (used.has(ref)) continue
      const [name, io = 'output'] = ref.split('@') as [string, Io?]
      const schema = this.#toRefs(this.#named[io].get(name)!, io)
      used.set(ref, schema)
      queue.push(...listRefs(schema, componentRef))
    }
    const getName = (ref: string): string => {
      const [name = '', io] = ref.split('@')
      return io === undefined || !used.has(name) ? name : `${name}Input`
    }
    const schemas = [...used]
      .map(([ref, schema]): [string, Json] => [getName(ref), schema])
      .sort(([a], [b]) => (a < b ? -1 : 1))
    const twice = schemas.find(([name], at) => name === schemas[at + 1]?.[0])
    if (twice) throw new Error(`Two API schemas are named ${twice[0]}. Rename one in the contract.`)
    return mapRefs(
      { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } },
      componentRef,
      (ref) => `${componentRef}${getName(ref)}`,
    )
  }
}
