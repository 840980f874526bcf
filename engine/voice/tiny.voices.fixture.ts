/** In these ONNX models, a low tone is one speaker, a high tone is another, and both tones together are an overlap. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encode, floats, model, node, port, tensor, whole, wholes } from '../speech/tiny.fixture.ts'
import { sampleRate } from './wav.ts'

export const tones = { low: 300, high: 2400 }

/** Receptive field and step of pyannote's model, in samples. */
const field = { size: 991, shift: 270 }
const windowSeconds = 10
const classes = 7

const wave = (hertz: number, of: (angle: number) => number): number[] =>
  Array.from({ length: field.size }, (_, at) => (2 / field.size) * of((2 * Math.PI * hertz * at) / sampleRate))

/** A full tone has an energy of at least 0.09 at an amplitude of 0.3. */
function segmentation(): Uint8Array {
  const filters = [tones.low, tones.high].flatMap((hertz) => [wave(hertz, Math.cos), wave(hertz, Math.sin)])
  const low = [0, 1, -1, 0, 0.8, 0, 0]
  const high = [0, -1, 1, 0, 0.8, 0, 0]
  const graph = encode(
    [1, node('Conv', ['x', 'filters'], 'swings', wholes('strides', [field.shift]))],
    [1, node('Mul', ['swings', 'swings'], 'energies')],
    [1, node('Transpose', ['energies'], 'frames', wholes('perm', [0, 2, 1]))],
    [1, node('MatMul', ['frames', 'weights'], 'sums')],
    [1, node('Add', ['sums', 'bias'], 'scores')],
    [1, node('LogSoftmax', ['scores'], 'y', whole('axis', 2))],
    [2, 'segmentation'],
    [5, tensor('filters', [filters.length, 1, field.size], filters.flat())],
    [5, tensor('weights', [filters.length, classes], [...low, ...low, ...high, ...high])],
    [5, tensor('bias', [classes], [0.02, 0, 0, -1, -0.05, -1, -1])],
    [11, port('x', floats, ['n', 1, 't'])],
    [12, port('y', floats, ['n', 'f', classes])],
  )
  return model(graph, {
    model_type: 'pyannote-segmentation-3.0',
    num_speakers: '3',
    powerset_max_classes: '2',
    num_classes: String(classes),
    sample_rate: String(sampleRate),
    window_size: String(windowSeconds * sampleRate),
    receptive_field_size: String(field.size),
    receptive_field_shift: String(field.shift),
  })
}

const bands = 80
const middle = 13

function embedding(): Uint8Array {
  const half = bands / 2
  const weights = Array.from({ length: bands }, (_, band) => (band < half ? [1 / half, 0] : [0, 1 / half])).flat()
  const graph = encode(
    [1, node('MatMul', ['feats', 'weights'], 'halves')],
    [1, node('ReduceMean', ['halves'], 'means', wholes('axes', [1]), whole('keepdims', 0))],
    [1, node('Add', ['means', 'bias'], 'embs')],
    [2, 'embedding'],
    [5, tensor('weights', [bands, 2], weights)],
    [5, tensor('bias', [2], [middle, middle])],
    [11, port('feats', floats, ['n', 't', bands])],
    [12, port('embs', floats, ['n', 2])],
  )
  return model(graph, {
    framework: 'wespeaker',
    language: 'English',
    url: '',
    comment: '',
    sample_rate: String(sampleRate),
    output_dim: '2',
    normalize_samples: '1',
    feature_normalize_type: '',
  })
}

export async function writeTinyVoiceModels(folder: string): Promise<void> {
  await mkdir(join(folder, 'tiny-segmentation'), { recursive: true })
  await writeFile(join(folder, 'tiny-segmentation/model.onnx'), segmentation())
  await writeFile(join(folder, 'tiny-embedding.onnx'), embedding())
}
