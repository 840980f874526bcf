/** The process that listens for several people at once; `hearOverlaps` starts it. Its memory ends with it. */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Unprocessable } from '../../stage.ts'
import { openWav } from '../wav.ts'
import type { Question, Telling } from './hear.ts'
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
const largestSample = 32_768
const network = fileURLToPath(new URL('overlap.onnx', import.meta.url))
const send = (telling: Telling, then = () => {}): void => void process.send?.(telling, then)

process.once('disconnect', () => process.exit(0))
process.once('message', (question: Question) => {
  listen(question).then(
    (telling) => send(telling, () => process.exit(0)),
    (error: unknown) =>
      send(error instanceof Unprocessable ? { refusal: error.message } : { fault: String(error) }, () =>
        process.exit(1),
      ),
  )
})

/** Its binary exists for few kinds of machines, and either of its packages may be missing. */
function loadRuntime(): Runtime | { absent: string } {
  try {
    return require('onnxruntime-node') as Runtime
  } catch (error) {
    return { absent: String(error) }
  }
}

async function listen({ wav: path, threads }: Question): Promise<Telling> {
  const runtime = loadRuntime()
  if ('absent' in runtime) return runtime
  const { InferenceSession, Tensor } = runtime
  const session = await InferenceSession.create(network, { intraOpNumThreads: threads, interOpNumThreads: 1 })
  await using wav = await openWav(path)
  const steps = new Float32Array(countSteps(wav.samples))
  const windows = countWindows(wav.samples)
  let filled = 0
  for (let at = 0; at < windows; at += 1) {
    const pcm = await wav.read(at * hopSamples, windowSamples)
    const samples = new Float32Array(windowSamples)
    for (const [i, sample] of pcm.entries()) samples[i] = sample / largestSample
    const { overlap } = await session.run({ input_values: new Tensor('float32', samples, [1, windowSamples]) })
    filled = placeWindow(steps, filled, at, overlap.data, at === windows - 1)
    send({ fraction: (at + 1) / windows })
  }
  return { overlaps: markOverlaps(steps) }
}
