import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const log = process.env.FSYNC_LOG
if (log) {
  const original = fs.fsyncSync
  fs.fsyncSync = (descriptor) => {
    fs.appendFileSync(log, '.')
    original(descriptor)
  }
  syncBuiltinESMExports()
}
