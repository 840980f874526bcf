import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects this thread's garbage now. Starting the embedded database leaves about 500 MB behind (the compiled module,
 * its files, the first database), which V8 would keep until it needs the room itself: on a small machine the engine
 * needs it first.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}
