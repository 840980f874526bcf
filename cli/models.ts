import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { catalog, modelHost, type CatalogModel } from '#engine/speech/catalog.ts'
import { findBuiltIn } from '#engine/speech/builtin.ts'
import { hashFile, PullFailure, pullModel, readPins } from '#engine/speech/pull.ts'
import { findModel, type Model } from '#engine/speech/sherpa.model.ts'
import { findVoiceModels } from '#engine/voice/voice.models.ts'
import { readConfig } from '#server/platform/config.ts'

const usage = `Usage: venire models list [--json]
       venire models pull NAME [--from ADDRESS]
       venire models verify [--json]

Manages speech models on this machine. list shows available and installed models. pull downloads a model and resumes
interrupted downloads. verify checks that no file has changed since its download.
  --to FOLDER      the models folder (default MODELS_DIR, or models in DATA_DIR)
  --from ADDRESS   a mirror to use instead of ${modelHost}
Without internet access, copy a model’s folder into the models folder and set MODELS_DIR.
Exit code 0: done. 1: a download failed, or a file has changed. 2: invalid arguments.
`
const bytesPerMegabyte = 1_000_000

export async function models(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      json: { type: 'boolean' },
      to: { type: 'string' },
      from: { type: 'string' },
    },
  })
  const [action = '', name] = positionals
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const counts: Record<string, number> = { list: 1, pull: 2, verify: 1 }
  if (counts[action] !== positionals.length) {
    process.stderr.write(usage)
    return 2
  }
  const config = readConfig(process.env)
  const folder = values.to === undefined ? (config.MODELS_DIR ?? join(config.DATA_DIR, 'models')) : resolve(values.to)
  const builtIn = config.BUILT_IN_RECOGNITION ? findBuiltIn() : null
  if (action === 'list') return listModels(folder, builtIn, values.json === true)
  if (action === 'verify') return verifyModels(folder, values.json === true)
  const isSet = config.MODELS_DIR !== undefined && resolve(config.MODELS_DIR) === folder
  return pullNamed(name, folder, values.from, isSet)
}

async function pullNamed(
  name: string | undefined,
  folder: string,
  from: string | undefined,
  isSet: boolean,
): Promise<number> {
  const model = catalog.find((each) => each.name === name)
  if (!model) {
    process.stderr.write(`Unknown model ${name}. Available models: ${catalog.map((each) => each.name).join(', ')}.\n`)
    return 2
  }
  if (from !== undefined && !/^https?:\/\//.test(URL.parse(from)?.href ?? '')) {
    process.stderr.write('--from must start with https:// or http://.\n')
    return 2
  }
  return pull(model, folder, from ?? modelHost, isSet)
}

async function listModels(folder: string, builtIn: Model | null, asJson: boolean): Promise<number> {
  const pins = await readPins(folder)
  const used = await findModel(folder).catch(() => null)
  const voices = await findVoiceModels(folder).catch(() => null)
  const inUse = new Set(
    voices === null ? [] : [voices.segmentation, voices.embedding].map((path) => resolve(dirname(path))),
  )
  const rows = catalog.map((model) => {
    return {
      name: model.name,
      megabytes: sumMegabytes(model),
      license: model.license,
      hash: model.files.every((file) => file.sha256 !== null)
        ? 'published'
        : pins[model.name]
          ? 'pinned on first download'
          : 'unverified',
      here: model.name in pins,
      used: used?.name === model.name || inUse.has(resolve(folder, model.name)),
      summary: model.summary,
      source: `${modelHost}/${model.repository}`,
    }
  })
  if (asJson) console.log(JSON.stringify(rows))
  else {
    for (const row of rows) {
      const size = row.megabytes === null ? 'size unknown' : `${row.megabytes} MB`
      console.log(
        `${row.used ? '✓' : row.here ? '•' : ' '} ${row.name}: ${row.summary}\n    ${size}, license ${row.license}, hashes ${row.hash}\n    ${row.source}`,
      )
    }
    if (used) console.log(`\nSpeech model in use: ${used.name} (${used.family}) in ${used.folder}`)
    if (voices) console.log(`${used ? '' : '\n'}Voice model in use: ${voices.name}`)
    if (!used && !voices) console.log(`\nNo models in ${folder}.`)
    if (!used && builtIn) console.log(`Speech model in use: ${builtIn.name} (built in)`)
  }
  return 0
}

function sumMegabytes(model: CatalogModel): number | null {
  const networks = model.files.filter((file) => file.name.endsWith('.onnx'))
  if (networks.some((file) => file.megabytes === null)) return null
  return Math.round(model.files.reduce((sum, file) => sum + (file.megabytes ?? 0), 0))
}

async function pull(model: CatalogModel, folder: string, host: string, isSet: boolean): Promise<number> {
  await mkdir(folder, { recursive: true })
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  process.once('SIGINT', stop)
  let last = ''
  try {
    const { pinned } = await pullModel({
      model,
      folder,
      host,
      signal: controller.signal,
      onProgress(file, done, total) {
        const percent = total === null ? '' : ` ${Math.floor((done / total) * 100)}%`
        const line = `${file}${percent}, ${Math.floor(done / bytesPerMegabyte)} MB`
        if (line !== last && process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`)
        last = line
      },
    })
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
    console.log(`Downloaded ${model.name} to ${join(folder, model.name)}.`)
    if (pinned.length > 0)
      console.log(`No hashes are published for ${pinned.join(', ')}. The hashes of this download are now pinned.`)
    if (!isSet) console.log(`To use it, set MODELS_DIR=${folder}`)
    return 0
  } catch (error) {
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
    if (controller.signal.aborted) process.stderr.write('Stopped. Run the same command to resume.\n')
    else if (error instanceof PullFailure) process.stderr.write(`${error.message}\n`)
    else throw error
    return 1
  } finally {
    process.off('SIGINT', stop)
  }
}

async function verifyModels(folder: string, asJson: boolean): Promise<number> {
  const pins = await readPins(folder)
  const rows: { model: string; file: string; state: 'unchanged' | 'changed' | 'missing' }[] = []
  for (const [model, files] of Object.entries(pins))
    for (const [file, sha256] of Object.entries(files)) {
      const found = await hashFile(join(folder, model, file)).catch(() => null)
      rows.push({ model, file, state: found === null ? 'missing' : found === sha256 ? 'unchanged' : 'changed' })
    }
  const used = await findModel(folder).catch((error: unknown) => String(error instanceof Error ? error.message : error))
  if (asJson) console.log(JSON.stringify(rows))
  else {
    for (const { model, file, state } of rows)
      console.log(`${state === 'unchanged' ? '✓' : '✗'} ${model}/${file}: ${state}`)
    if (typeof used === 'string') console.log(`✗ ${used}`)
    else if (used && !(used.name in pins)) console.log(`• ${used.name}: copied by hand, so there is no hash to check`)
    else if (rows.length === 0) console.log(`No models in ${folder}.`)
  }
  return rows.every((row) => row.state === 'unchanged') && typeof used !== 'string' ? 0 : 1
}
