import { serveParent } from '../voice/apart.ts'
import { listenBySpectrum } from '../voice/spectrum/spectrum.ts'
import { writePrints } from '../voice/prints.ts'
import type { Question } from './voices.ts'

const reportsPerCollection = 10

serveParent(async ({ wav, path, file }: Question, report) => {
  let reported = 0
  const progress = (fraction: number) => {
    report(fraction)
    if (++reported % reportsPerCollection === 0) globalThis.gc?.()
  }
  const prints = await listenBySpectrum(wav, { signal: new AbortController().signal, progress })
  return writePrints(path, file, prints)
})
