import { execFileSync, spawnSync } from 'node:child_process'
import { copyFile, mkdir, readFile, symlink } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { signUp } from '#test/crash/sign-up.ts'
import { behindProxy, type Drill, type Result, runUnderLoad } from './cluster.drills.ts'
import { buildCase, buildOrders, createClient } from './cluster.load.ts'
import { type Machines, openMachines } from './cluster.machines.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** How long old and new versions run side by side after each replacement. */
const besideMs = 15_000

async function checkOut(revision: string, folder: string): Promise<string> {
  const checkout = join(folder, 'previous')
  await mkdir(checkout)
  const input = execFileSync('git', ['archive', revision], { cwd: root, maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', checkout], { input })
  const [before, now] = await Promise.all([checkout, root].map((each) => readFile(join(each, 'package-lock.json'))))
  if (before!.equals(now!)) await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'))
  else execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: checkout, stdio: 'ignore' })
  const script = 'test/cluster.child.ts'
  if (!existsSync(join(checkout, script))) await copyFile(join(root, script), join(checkout, script))
  return checkout
}

/** The first version that receives uploads into a bucket. Older ones share a folder. */
const storeFile = 'server/platform/storage/s3.parts.ts'

const readSchema = async ({ query }: Machines): Promise<string> =>
  (await query<{ name: string }>('select max(name) as name from schema_migrations'))[0]!.name

export async function upgradeInTurn(revision: string, given: Pick<Drill, 'video' | 'bigBytes'>): Promise<Result> {
  const hasStore = spawnSync('git', ['cat-file', '-e', `${revision}:${storeFile}`], { cwd: root }).status === 0
  const kind = hasStore ? 's3' : 'folder'
  const machines = await openMachines({}, kind)
  try {
    const previous = await checkOut(revision, machines.folder)
    const { webs, workers } = machines
    // In versions without roles, every process runs jobs.
    const hasRoles = existsSync(join(previous, 'server/migrations/0058_nodes.sql'))
    for (const each of hasRoles ? [...webs, ...workers] : webs) await each.start({}, previous)
    const token = await signUp(webs[0]!.url)
    const client = createClient(
      webs.map(({ url }) => url),
      token,
    )
    const orders = await buildOrders(client, machines.ledger, await buildCase(client, 60), given.video)
    const before = await readSchema(machines)
    const result = await behindProxy({ machines, token }, (proxied) =>
      runUnderLoad({ ...given, machines, client: proxied, token, orders, versions: 2 }, async () => {
        for (const each of [webs[0]!, ...workers, webs[1]!]) {
          await each.stop()
          await each.start()
          await sleep(besideMs)
        }
      }),
    )
    return { ...result, text: `${before} to ${await readSchema(machines)}, ${kind}: ${result.text}` }
  } finally {
    await machines.close()
  }
}
