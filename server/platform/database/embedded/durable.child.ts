import { openDatabase } from '../open.ts'

const [dataDir = '', count = 'endless'] = process.argv.slice(2)
const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined })
await database.pool.query('create table if not exists acknowledged (n bigint primary key)')
const { rows } = await database.pool.query<{ next: number }>('select coalesce(max(n), 0) + 1 as next from acknowledged')
const first = Number(rows[0]?.next)
process.stdout.write('open\n')
const end = count === 'endless' ? Infinity : first + Number(count)
for (let n = first; n < end; n++) {
  await database.pool.query('insert into acknowledged values ($1)', [n])
  process.stdout.write(`${n}\n`)
}
await database.close()
