import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { askServer, openControl } from './control.ts'
import type { Database } from './db.ts'

test.each([['short'], ['Mandanten – Überlieferung/Œuvre '.repeat(6)]])(
  'the command line reaches a server whose data folder is %s',
  async (name) => {
    const root = await mkdtemp(join(tmpdir(), 'venire-control-'))
    const config = readConfig({ DATA_DIR: join(root, name) })
    await mkdir(config.DATA_DIR, { recursive: true })
    expect(await askServer(config, 'greet', {})).toBeNull()
    const verbs = { greet: async (_at: unknown, args: unknown) => ({ heard: args }) }
    const control = await openControl({ config, database: {} as Database }, verbs)
    try {
      expect(await readdir(config.DATA_DIR)).toEqual([expect.stringMatching(/^control-[0-9a-f]{6}-\d+\.sock$/)])
      expect(await askServer(config, 'greet', 'hello')).toEqual({ result: { heard: 'hello' } })
    } finally {
      control.close()
      await rm(root, { recursive: true })
    }
  },
)
