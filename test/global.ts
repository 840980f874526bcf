import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openServer } from '#server/platform/database/server.ts'
import { startPostgres } from './postgres.ts'
import { prepare } from './template.ts'

/** Runs once before and after all test files: a folder for their databases, and the server on the server's leg. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'venire-test-'))
  process.env.VENIRE_TEST_FOLDER = folder
  const server = process.env.VENIRE_TEST_DATABASE === 'server' ? await startPostgres() : null
  if (server) {
    const first = await openServer(server.url)
    await first.pool.query('create database venire_template')
    await first.close()
    const template = await openServer(server.url.replace(/\/postgres$/, '/venire_template'))
    await prepare(template)
    await template.close()
    process.env.VENIRE_TEST_SERVER = server.url
  }
  return async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
