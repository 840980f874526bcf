import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { fsyncSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts'

/* Runs in its own thread because a query blocks the thread until it finishes. */

type EmscriptenModule = { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } }

const port = parentPort!
const { folder, durable } = workerData as WorkerStart
const tell = (message: FromWorker, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer)

/** Emscripten's NODEFS ignores fsync, which would acknowledge commits before they are on disk. */
class DurableFS extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...given)
    result.emscriptenOpts.preRun = [
      ...(result.emscriptenOpts.preRun ?? []),
      (module: unknown) => {
        const { stream_ops: operations } = (module as EmscriptenModule).NODEFS
        operations.fsync = ({ nfd }) => {
          fsyncSync(nfd)
          return 0
        }
      },
    ]
    // PGlite swallows aborts, such as one caused by a full disk during a WAL write, and then spins forever.
    result.emscriptenOpts.onAbort = () => tell({ kind: 'dead' })
    return result
  }
}

const startParams = [
  // -F turns off fsync. NODEFS doesn't support fdatasync, the default sync method.
  ...PGlite.defaultStartParams.filter((each) => !durable || each !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  // With the default of 128 MB, an idle process uses 379 MB instead of 265 MB.
  '-c',
  'shared_buffers=32MB',
]

// By default, V8 optimizes PostgreSQL's largest functions at startup, which takes 0.3 s of CPU time and 700 MB.
setFlagsFromString('--wasm-tiering-budget=100000000')

let database: PGlite
try {
  database = await PGlite.create({
    fs: new DurableFS(folder),
    extensions: { pg_trgm, unaccent },
    startParams,
  })
  collectGarbage()
  tell({ kind: 'ready' })
} catch (error) {
  tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}

function simpleQuery(statement: string): Uint8Array {
  const text = Buffer.from(`${statement}\0`)
  const bytes = Buffer.alloc(5 + text.length)
  bytes.write('Q', 0)
  bytes.writeInt32BE(4 + text.length, 1)
  text.copy(bytes, 5)
  return bytes
}
const syncMessage = Uint8Array.of(0x53, 0, 0, 0, 4)

async function reset(): Promise<void> {
  for (const bytes of [syncMessage, simpleQuery('rollback'), simpleQuery('discard all')])
    await database.execProtocolRawStream(bytes, { onRawData: () => {} })
}

/** Streams the response because execProtocolRaw keeps every row in memory. */
async function exchange(id: number, bytes: Uint8Array): Promise<void> {
  const postAtBytes = 64 * 1024
  let gathered: Uint8Array[] = []
  let gatheredBytes = 0
  const post = (): void => {
    const chunk = new Uint8Array(gatheredBytes)
    let offset = 0
    for (const each of gathered) {
      chunk.set(each, offset)
      offset += each.length
    }
    gathered = []
    gatheredBytes = 0
    tell({ kind: 'bytes', id, bytes: chunk }, [chunk.buffer])
  }
  await database.execProtocolRawStream(bytes, {
    onRawData: (view) => {
      gathered.push(view.slice()) // copy because the next message overwrites this memory
      gatheredBytes += view.length
      if (gatheredBytes >= postAtBytes) post()
    },
  })
  if (gatheredBytes > 0) post()
}

async function handle(message: ToWorker): Promise<void> {
  try {
    if (message.kind === 'bytes') await exchange(message.id, message.bytes)
    else if (message.kind === 'reset') await reset()
    else {
      await database.exec('checkpoint')
      await database.close()
    }
    tell({ kind: 'done', id: message.id })
  } catch (error) {
    tell({ kind: 'done', id: message.id, error: error instanceof Error ? error.message : String(error) })
  }
}

let last = Promise.resolve()
port.on('message', (message: ToWorker) => {
  last = last.then(() => handle(message))
})

/** Starting the database leaves about 500 MB of garbage, which V8 doesn't free on its own on a small machine. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}
