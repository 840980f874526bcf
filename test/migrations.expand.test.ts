import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { applyMigration } from '#server/platform/database/migrate.ts'
import { type Migration, readMigrations } from '#server/platform/database/migrations.ts'
import { emptyDatabase } from './database.ts'
import { findContractions, readCatalog } from './schema.catalog.ts'

const folder = fileURLToPath(new URL('../server/migrations/', import.meta.url))
/** Last migration in v0.1.0. Processes of that version must keep working during the upgrade. */
const v010 = '0057_more_enums_in_code'

let opened: Awaited<ReturnType<typeof emptyDatabase>>
beforeAll(async () => {
  opened = await emptyDatabase()
})
afterAll(() => opened.database.close())
beforeEach(async () => void (await opened.database.pool.query('drop schema public cascade; create schema public')))

async function inspect(migration: Migration): Promise<string[]> {
  const client = await opened.database.pool.connect()
  try {
    const catalog = { query: (sql: string) => client.query(sql) }
    const before = await readCatalog(catalog)
    await applyMigration(client, migration)
    return findContractions(before, await readCatalog(catalog), migration.sql)
  } finally {
    client.release()
  }
}

/**
 * If this fails, only add things now and remove the old ones in the next version, or mark the migration. See
 * server/platform/README.md.
 */
test('each migration since v0.1.0 only adds, unless it says from where it works', { timeout: 120_000 }, async () => {
  const found: string[] = []
  for (const migration of await readMigrations(folder)) {
    const faults = await inspect(migration)
    if (migration.name > v010 && migration.worksFrom === null)
      found.push(...faults.map((fault) => `${migration.name} ${fault}`))
  }
  expect(found).toEqual([
    // This is harmless because users are never deleted.
    '0062_quote_verifications blocks deletes from users with quote_verifications.quote_verifications_verified_by_fkey',
  ])
})

const base = `create table firms (id int primary key, name text default 'none', code text not null);
  create unique index firms_by_code on firms (code);
  create table people (id int primary key, firm_id int references firms (id), age int check (age > 0));
  create view names as select name from firms;
  create function double(n int) returns int language sql as $$ select n * 2 $$;
  create function nothing() returns trigger language plpgsql as $$ begin return null; end $$;
  create trigger watched after insert on people for each statement execute function nothing();`

const build = (name: string, sql: string): Migration => ({ name, sql, sha256: '', worksFrom: null })

const adding = `alter table firms add column zone text, add column size int not null default 1 check (size > 0);
  create table rooms (id int primary key, firm_id int not null references firms (id) on delete cascade, code text unique);
  create index people_by_age on people (age);
  create or replace function double(n int) returns int language sql as $$ select n + n $$;
  create function tidy() returns void language sql as $$ delete from people $$;
  create or replace view names as select name, code from firms;
  update firms set zone = 'here';
  do $$ begin execute 'create trigger seen after update on people for each statement execute function nothing()'; end $$;`

test('a migration that only adds has no faults', async () => {
  await inspect(build('0001_base', base))
  expect(await inspect(build('0002_adding', adding))).toEqual([])
})

test.for([
  ['drop table people', 'drops people'],
  ['drop view names', 'drops names'],
  ['alter table firms rename to companies', 'drops firms'],
  ['alter table people drop column age', 'drops people.age'],
  ['alter table people rename column age to years', 'drops people.age'],
  [`do $$ begin execute 'alter table people drop column age'; end $$`, 'drops people.age'],
  ['alter table people alter column age type bigint', 'changes the type of people.age'],
  ['alter table people alter column age set not null', 'makes people.age not null'],
  ['alter table firms alter column code drop not null', 'lets firms.code be null'],
  ['alter table firms alter column name drop default', 'drops the default of firms.name'],
  ['alter table people add column room int not null', 'adds people.room, which older inserts leave out'],
  ['alter table firms add constraint named check (name is not null)', 'adds the constraint firms.named'],
  ['alter table people drop constraint people_age_check', 'drops the constraint people.people_age_check'],
  ['create unique index firms_by_name on firms (name)', 'adds the unique index firms_by_name'],
  ['drop index firms_by_code', 'drops or changes the unique index firms_by_code'],
  ['create table rooms (firm_id int references firms (id))', 'blocks deletes from firms with rooms.rooms_firm_id_fkey'],
  ['drop function double', 'drops the function double(n integer)'],
  ['drop trigger watched on people', 'drops the trigger people.watched'],
  ['delete from people', 'removes rows of people'],
  ['truncate people', 'removes rows of people'],
] as const)('%s is found', async ([sql, fault]) => {
  await inspect(build('0001_base', base))
  expect(await inspect(build('0002_bad', sql))).toContain(fault)
})
