import { type Config, readConfig } from '#server/platform/config.ts'
import { askServer } from '#server/platform/control.ts'
import type { controlVerbs } from '#server/control-verbs.ts'

/** Runs a verb in the server that holds the data directory of `config`; without one, on the database itself. */
export async function askInstallation<Name extends keyof typeof controlVerbs>(
  verb: Name,
  args: unknown = {},
  config: Config = readConfig(process.env),
): Promise<Awaited<ReturnType<(typeof controlVerbs)[Name]>>> {
  type Answer = Awaited<ReturnType<(typeof controlVerbs)[Name]>>
  const answer = await askServer(config, verb, args)
  if (answer) return answer.result as Answer
  // Loaded only without a server: it is the whole product.
  const [verbs, { keyOlderChains }, { migrate }, { openDatabase }] = await Promise.all([
    import('#server/control-verbs.ts'),
    import('#server/features/audit/audit.anchors.ts'),
    import('#server/platform/database/migrate.ts'),
    import('#server/platform/database/open.ts'),
  ])
  const database = await openDatabase(config)
  try {
    await migrate(database, config)
    await keyOlderChains(database.db, config.DATA_DIR)
    return (await verbs.controlVerbs[verb]({ database, config }, args)) as Answer
  } finally {
    await database.close()
  }
}
