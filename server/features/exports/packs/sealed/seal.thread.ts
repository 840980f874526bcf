import { serveThread } from '../../core/thread.ts'
import { sealFiles, type SealOrder } from './seal.ts'

serveThread(async (data, progress) => {
  await sealFiles(data as SealOrder, (fraction, step) => progress({ fraction, step }))
})
