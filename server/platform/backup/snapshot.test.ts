import { lstat, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openEmbedded } from '../database/embedded/embedded.ts'
import { verifyEmbedded, snapshotDatabase } from './snapshot.ts'

test('copies a linked database and opens the copy', async () => {
  const root = await mkdtemp(join(tmpdir(), 'venire-snapshot-'))
  const [DATA_DIR, disk, into] = [join(root, 'data'), join(root, 'disk'), join(root, 'backup')]
  for (const each of [DATA_DIR, disk, into]) await mkdir(each)
  const database = await openEmbedded(disk, { durable: false })
  try {
    await symlink(disk, join(DATA_DIR, 'pg'))
    await database.pool.query('create table jurors (number text)')
    const snapshot = await snapshotDatabase(database, { DATA_DIR, DATABASE_URL: undefined }, into)
    expect((await lstat(join(into, 'pg'))).isDirectory()).toBe(true)
    await verifyEmbedded(join(into, 'pg'), snapshot)
  } finally {
    await database.close()
    await rm(root, { recursive: true })
  }
}, 60_000)
