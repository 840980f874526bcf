/** The process that listens for several people at once; `hearOverlaps` starts it. Its memory ends with it. */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Span } from '#contract/videos/analysis.ts'
import { answerApart } from '../apart.child.ts'
import { openWav, toFloats } from '../wav.ts'
import type { Question } from './hear.ts'
import { markOverlaps } from './spans.ts'
import { countSteps, countWindows, hopSamples, placeWindow, windowSamples } from './windows.ts'

/** The part of onnxruntime-node that is used here; the package says nothing of its types. */
type Runtime = {
  InferenceSession: {
    create(
      path: string,
      options: { intraOpNumThreads: number; interOpNumThreads: number },
    ): Promise<{ run(inputs: { input_values: object }): Promise<{ overlap: { data: Float32Array } }> }>
  }
  Tensor: new (type: 'float32', data: Float32Array, shape: readonly number[]) => object
}

const require = createRequire(import.meta.url)
const network = fileURLToPath(new URL('overlap.onnx', import.meta.url))

/** Its binary exists for few kinds of machines, and either of its packages may be missing. */
function loadRuntime(): Runtime | null {
  try {
    return require('onnxruntime-node') as Runtime
  } catch {
    return null
  }
}

async function listen({ wav: path, threads }: Question, progress: (fraction: number) => void): Promise<Span[] | null> {
  const runtime = loadRuntime()
  if (runtime === null) return null
  const { InferenceSession, Tensor } = runtime
  const session = await InferenceSession.create(network, { intraOpNumThreads: threads, interOpNumThreads: 1 })
  await using wav = await openWav(path)
  const steps = new Float32Array(countSteps(wav.samples))
  const windows = countWindows(wav.samples)
  let filled = 0
  for (let at = 0; at < windows; at += 1) {
    const samples = new Float32Array(windowSamples)
    samples.set(toFloats(await wav.read(at * hopSamples, windowSamples)))
    const { overlap } = await session.run({ input_values: new Tensor('float32', samples, [1, windowSamples]) })
    filled = placeWindow(steps, filled, at, overlap.data, at === windows - 1)
    progress((at + 1) / windows)
  }
  return markOverlaps(steps)
}

answerApart(listen)
