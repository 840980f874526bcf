export type ModelFile = {
  name: string
  megabytes: number | null
  /** Null if the publisher doesn't provide a hash, in which case the first download's hash is pinned. */
  sha256: string | null
}

export type CatalogModel = {
  name: string
  summary: string
  license: string
  /** The Hugging Face repository. Its files are under `resolve/main/`. */
  repository: string
  sources: readonly string[]
  files: readonly ModelFile[]
}

export const modelHost = 'https://huggingface.co'

const file = (name: string, megabytes: number | null, sha256: string | null = null): ModelFile => ({
  name,
  megabytes,
  sha256,
})

export const catalog: readonly CatalogModel[] = [
  {
    name: 'parakeet-tdt-0.6b-v2',
    summary: 'English with punctuation and word times; the best choice for courtroom speech',
    license: 'CC-BY-4.0',
    repository: 'csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8',
    sources: [
      'https://k2-fsa.github.io/sherpa/onnx/pretrained_models/offline-transducer/nemo/parakeet-tdt-0.6b-v2.html',
      'https://huggingface.co/csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8/blob/main/README.md',
    ],
    files: [
      file('encoder.int8.onnx', 652),
      file('decoder.int8.onnx', 7.2),
      file('joiner.int8.onnx', 1.8),
      file('tokens.txt', null),
    ],
  },
  {
    name: 'parakeet-tdt-0.6b-v3',
    summary: 'the same, for 25 European languages',
    license: 'CC-BY-4.0',
    repository: 'csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8',
    sources: ['https://k2-fsa.github.io/sherpa/onnx/pretrained_models/offline-transducer/nemo-transducer-models.html'],
    files: [
      file('encoder.int8.onnx', 652),
      file('decoder.int8.onnx', 11.8),
      file('joiner.int8.onnx', 6.4),
      file('tokens.txt', 0.1),
    ],
  },
  {
    name: 'whisper-medium.en',
    summary: 'English; slow without a graphics card, word times estimated',
    license: 'MIT',
    repository: 'csukuangfj/sherpa-onnx-whisper-medium.en',
    sources: [
      'https://huggingface.co/csukuangfj/sherpa-onnx-whisper-medium.en/tree/main',
      'https://github.com/openai/whisper/blob/main/LICENSE',
    ],
    files: [
      file('medium.en-encoder.int8.onnx', 374),
      file('medium.en-decoder.int8.onnx', 571),
      file('medium.en-tokens.txt', 0.8),
    ],
  },
  {
    name: 'whisper-base.en',
    summary: 'English; small and fast, more errors, word times estimated',
    license: 'MIT',
    repository: 'csukuangfj/sherpa-onnx-whisper-base.en',
    sources: [
      'https://huggingface.co/csukuangfj/sherpa-onnx-whisper-base.en/tree/main',
      'https://github.com/openai/whisper/blob/main/LICENSE',
    ],
    files: [
      file('base.en-encoder.int8.onnx', 29.1),
      file('base.en-decoder.int8.onnx', 131),
      file('base.en-tokens.txt', 0.8),
    ],
  },
  {
    name: 'moonshine-base-en',
    summary: 'English; light on the CPU, word times estimated',
    license: 'MIT',
    repository: 'csukuangfj/sherpa-onnx-moonshine-base-en-int8',
    sources: [
      'https://huggingface.co/csukuangfj/sherpa-onnx-moonshine-base-en-int8/blob/main/cached_decode.int8.onnx',
      'https://github.com/usefulsensors/moonshine/blob/main/LICENSE',
    ],
    files: [
      file('preprocess.onnx', null),
      file('encode.int8.onnx', null),
      file('uncached_decode.int8.onnx', null),
      file('cached_decode.int8.onnx', 100, '2db74e51cedf64a8b1be3c8192e0bb5e4923af0e90bd9e87f8e8771873f8ea03'),
      file('tokens.txt', null),
    ],
  },
  {
    name: 'moonshine-tiny-en',
    summary: 'English; the smallest, for older machines',
    license: 'MIT',
    repository: 'csukuangfj/sherpa-onnx-moonshine-tiny-en-int8',
    sources: [
      'https://k2-fsa.github.io/sherpa/onnx/moonshine/models.html',
      'https://github.com/usefulsensors/moonshine/blob/main/LICENSE',
    ],
    files: [
      file('preprocess.onnx', 6.8),
      file('encode.int8.onnx', 18),
      file('uncached_decode.int8.onnx', 53),
      file('cached_decode.int8.onnx', 45),
      file('tokens.txt', 0.4),
    ],
  },
  {
    name: 'speaker-segmentation-3.0',
    summary: 'detects who is speaking when, and overlapping speech; also needs a speaker embedding model',
    license: 'MIT',
    repository: 'csukuangfj/sherpa-onnx-pyannote-segmentation-3-0',
    sources: [
      'https://k2-fsa.github.io/sherpa/onnx/speaker-diarization/models.html',
      'https://huggingface.co/onnx-community/pyannote-segmentation-3.0',
      'https://huggingface.co/spaces/k2-fsa/speaker-diarization/raw/main/model.py',
    ],
    files: [file('model.onnx', 5.7)],
  },
  {
    name: 'speaker-embedding-campplus-en',
    summary: 'distinguishes voices; also needs the speaker segmentation model',
    license: 'Apache-2.0',
    repository: 'csukuangfj/speaker-embedding-models',
    sources: [
      'https://huggingface.co/csukuangfj/speaker-embedding-models/tree/main',
      'https://github.com/modelscope/3D-Speaker',
    ],
    files: [file('3dspeaker_speech_campplus_sv_en_voxceleb_16k.onnx', 29.6)],
  },
]
