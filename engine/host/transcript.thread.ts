import { parentPort, workerData } from 'node:worker_threads'
import { Unprocessable } from '../stage.ts'
import { importFile } from '../transcript/import.ts'
import { noPdfReader } from '../transcript/pdf.ts'

const { bytes, name, readMs } = workerData as { bytes: Uint8Array; name: string; readMs: number }

async function findFault(): Promise<string | null> {
  try {
    await importFile(bytes, name, { signal: AbortSignal.timeout(readMs) })
    return null
  } catch (error) {
    // Another machine may run the analysis and have what this one lacks.
    return error instanceof Unprocessable && error.message !== noPdfReader ? error.message : null
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await findFault())
