type Column = { type: string; notNull: boolean; hasDefault: boolean }
type Constraint = { table: string; definition: string; columns: string[]; refersTo: string | null; blocks: boolean }

export type Catalog = {
  tables: Set<string>
  columns: Map<string, Column>
  constraints: Map<string, Constraint>
  uniqueIndexes: Map<string, { table: string; definition: string }>
  functions: Map<string, string>
  triggers: Set<string>
}

export async function readCatalog({
  query,
}: {
  query: (sql: string) => Promise<{ rows: unknown[] }>
}): Promise<Catalog> {
  const read = async <Row>(sql: string) => (await query(sql)).rows as Row[]
  const inPublic = `relnamespace = 'public'::regnamespace`
  const tables = await read<{ name: string }>(
    `select relname as name from pg_class where ${inPublic} and relkind in ('r', 'p', 'v', 'm')`,
  )
  const columns = await read<Column & { name: string }>(
    `select relname || '.' || attname as name, format_type(atttypid, atttypmod) as type, attnotnull as "notNull",
        atthasdef or attidentity <> '' as "hasDefault"
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where ${inPublic} and relkind in ('r', 'p', 'v', 'm') and attnum > 0 and not attisdropped`,
  )
  const constraints = await read<Constraint & { name: string }>(
    `select relname || '.' || conname as name, relname as table, pg_get_constraintdef(pg_constraint.oid) as definition,
        array(select relname || '.' || attname::text from pg_attribute
          where attrelid = conrelid and attnum = any(conkey)) as columns,
        (select other.relname from pg_class other where other.oid = confrelid) as "refersTo",
        confdeltype in ('a', 'r') as blocks
      from pg_constraint join pg_class on pg_class.oid = conrelid where ${inPublic} and contype <> 'n'`,
  )
  const indexes = await read<{ name: string; table: string; definition: string }>(
    `select pg_class.relname as name, indrelid::regclass::text as table, pg_get_indexdef(indexrelid) as definition
      from pg_index join pg_class on pg_class.oid = indexrelid where ${inPublic} and indisunique
        and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))`,
  )
  const functions = await read<{ name: string; result: string }>(
    `select proname || '(' || pg_get_function_arguments(oid) || ')' as name, pg_get_function_result(oid) as result
      from pg_proc where pronamespace = 'public'::regnamespace`,
  )
  const triggers = await read<{ name: string }>(
    `select relname || '.' || tgname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
      where ${inPublic} and not tgisinternal`,
  )
  return {
    tables: new Set(tables.map(({ name }) => name)),
    columns: new Map(columns.map(({ name, ...column }) => [name, column])),
    constraints: new Map(constraints.map(({ name, ...constraint }) => [name, constraint])),
    uniqueIndexes: new Map(indexes.map(({ name, ...index }) => [name, index])),
    functions: new Map(functions.map(({ name, result }) => [name, result])),
    triggers: new Set(triggers.map(({ name }) => name)),
  }
}

export function findContractions(before: Catalog, after: Catalog, sql: string): string[] {
  const removed = [
    ...missing(before.tables, after.tables).map((name) => `drops ${name}`),
    ...missing(before.triggers, after.triggers).map((name) => `drops the trigger ${name}`),
    ...missing(before.functions, after.functions).map((name) => `drops the function ${name}`),
  ]
  const changed = [...before.functions].filter(([name, result]) => (after.functions.get(name) ?? result) !== result)
  return [
    ...removed,
    ...changed.map(([name]) => `changes the result of ${name}`),
    ...findColumnFaults(before, after),
    ...findConstraintFaults(before, after),
    ...findIndexFaults(before, after),
    ...findRemovedRows(sql),
  ]
}

type Names = Set<string> | Map<string, unknown>
const missing = (before: Names, after: Names): string[] => [...before.keys()].filter((name) => !after.has(name))

const getTable = (column: string): string => column.slice(0, column.indexOf('.'))

function findColumnFaults(before: Catalog, after: Catalog): string[] {
  const faults: string[] = []
  for (const [name, was] of before.columns) {
    const is = after.columns.get(name)
    if (!after.tables.has(getTable(name))) continue
    if (!is) faults.push(`drops ${name}`)
    else if (is.type !== was.type) faults.push(`changes the type of ${name}`)
    else if (is.notNull && !was.notNull) faults.push(`makes ${name} not null`)
    else if (was.hasDefault && !is.hasDefault) faults.push(`drops the default of ${name}`)
    else if (was.notNull && !is.notNull) faults.push(`lets ${name} be null`)
  }
  for (const [name, { notNull, hasDefault }] of after.columns)
    if (before.tables.has(getTable(name)) && !before.columns.has(name) && notNull && !hasDefault)
      faults.push(`adds ${name}, which older inserts leave out`)
  return faults
}

function findConstraintFaults(before: Catalog, after: Catalog): string[] {
  const faults: string[] = []
  for (const [name, { table, definition }] of before.constraints) {
    const is = after.constraints.get(name)
    if (!after.tables.has(table)) continue
    if (!is) faults.push(`drops the constraint ${name}`)
    else if (is.definition !== definition) faults.push(`changes the constraint ${name}`)
  }
  for (const [name, { table, columns, refersTo, blocks }] of after.constraints) {
    if (before.constraints.has(name)) continue
    if (before.tables.has(table) && columns.some((each) => before.columns.has(each)))
      faults.push(`adds the constraint ${name}`)
    if (refersTo !== null && blocks && before.tables.has(refersTo))
      faults.push(`blocks deletes from ${refersTo} with ${name}`)
  }
  return faults
}

function findIndexFaults(before: Catalog, after: Catalog): string[] {
  const faults: string[] = []
  for (const [name, { table, definition }] of before.uniqueIndexes)
    if (after.tables.has(table) && after.uniqueIndexes.get(name)?.definition !== definition)
      faults.push(`drops or changes the unique index ${name}`)
  for (const [name, { table }] of after.uniqueIndexes)
    if (!before.uniqueIndexes.has(name) && before.tables.has(table)) faults.push(`adds the unique index ${name}`)
  return faults
}

/**
 * Reads the SQL because the catalog doesn't show removed rows. Skips function bodies, which a migration doesn't run.
 */
function findRemovedRows(sql: string): string[] {
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/create (or replace )?function[\s\S]*?\$\$[\s\S]*?\$\$/gi, '')
  return [...statements.matchAll(/\b(?:delete\s+from|truncate(?:\s+table)?)\s+(\w+)/gi)].map(
    ([, table]) => `removes rows of ${table}`,
  )
}
