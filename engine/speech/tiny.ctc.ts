/** For tests: writes a real ONNX model that says "yes" to a low tone and "no" to a high one, in the form of NeMo's CTC models. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encode, floats, integers, model, node, port, tensor, whole, wholes } from './tiny.onnx.ts'

const bands = 80
const blank = 2
const tokens = ['▁yes', '▁no', '<blk>']

/** Writes `model.onnx` and `tokens.txt`. The louder the lower (or upper) half of the bands, the likelier the word. */
export async function writeTinyModel(folder: string): Promise<void> {
  const half = bands / 2
  const weights = Array.from({ length: bands }, (_, band) => [
    band < half ? 1 / half : 0,
    band < half ? 0 : 1 / half,
    0,
  ]).flat()
  // Log energies of a full tone lie near zero in this half's mean, those of silence far below.
  const bias = [0, 0, -8]
  const graph = encode(
    [1, node('Transpose', ['audio_signal'], 'frames', wholes('perm', [0, 2, 1]))],
    [1, node('MatMul', ['frames', 'weights'], 'sums')],
    [1, node('Add', ['sums', 'bias'], 'scores')],
    [1, node('LogSoftmax', ['scores'], 'logprobs', whole('axis', 2))],
    [2, 'tiny'],
    [5, tensor('weights', [bands, tokens.length], weights)],
    [5, tensor('bias', [tokens.length], bias)],
    [11, port('audio_signal', floats, ['n', bands, 't'])],
    [11, port('length', integers, ['n'])],
    [12, port('logprobs', floats, ['n', 't', tokens.length])],
  )
  const notes = {
    model_type: 'EncDecCTCModelBPE',
    vocab_size: String(blank),
    subsampling_factor: '1',
    normalize_type: '',
  }
  await writeFile(join(folder, 'model.onnx'), model(graph, notes))
  await writeFile(join(folder, 'tokens.txt'), tokens.map((token, id) => `${token} ${id}\n`).join(''))
}
