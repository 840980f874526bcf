import { allowServed } from '#engine/media/served.ts'
import type { OpenMedia } from '#server/features/exports/core/maker.ts'
import type { Storage } from '#server/platform/storage.ts'
import { type RangeServer, serveRanges } from '#server/platform/storage/ranges.ts'

/** About as much as the tools read for one still or short clip. Beyond that, copying the file is cheaper. */
const bytesPerUse = 16 * 1024 * 1024

const servers = new Map<string, RangeServer>()

/** Throws if the tools may have missed part of a recording that they read from the store. */
export const requireWhole = (path: string): void => servers.get(path)?.requireWhole()

/** Serves recordings from an S3 store by range if the tools need little of them and there is no local copy. */
export const openMediaIn =
  (storage: Storage): OpenMedia =>
  async (key, uses) => {
    const held = await storage.heldCopy(key)
    if (held) return held
    const file = await storage.open(key)
    if (!file || file.size < uses * bytesPerUse) {
      await file?.[Symbol.asyncDispose]()
      return storage.localCopy(key)
    }
    const server = await serveRanges(file)
    const admission = allowServed(server.url)
    servers.set(server.url, server)
    return {
      path: server.url,
      async release() {
        admission[Symbol.dispose]()
        servers.delete(server.url)
        await server[Symbol.asyncDispose]()
      },
    }
  }
