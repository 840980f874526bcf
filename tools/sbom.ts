/** Writes dist/sbom.cdx.json, a CycloneDX list of everything that ships: packages in the lock file, and models. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ModelFile } from './models.mjs'
import { root } from './steps.ts'

interface Locked {
  version: string
  integrity?: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
}
interface Component {
  'bom-ref': string
  type: 'library' | 'machine-learning-model'
  name: string
  version: string
  scope: 'required' | 'optional'
  purl?: string
  hashes: { alg: string; content: string }[]
  licenses: unknown[]
  copyright?: string
  externalReferences?: { type: string; url: string }[]
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'))

export function buildSbom() {
  const { packages } = readJson('package-lock.json') as { packages: Record<string, Locked> }
  const product = readJson('package.json') as { name: string; version: string; license: string }
  const shipped = Object.entries(packages).filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        'bom-ref': product.name,
        type: 'application',
        name: product.name,
        version: product.version,
        licenses: toLicenses(product.license),
      },
    },
    components: [
      ...shipped.map(([path, locked]) => toLibrary(path, locked)),
      ...(readJson('engine/models/models.json') as ModelFile[]).map(toModel),
    ],
  }
}

/** In CycloneDX, SPDX IDs and SPDX expressions go in different fields. */
const toLicenses = (license: string | undefined) => {
  if (license === undefined) return [{ license: { name: 'See THIRD-PARTY-LICENSES.txt' } }]
  return [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }]
}

function toLibrary(path: string, { version, integrity, license, optional }: Locked): Component {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const [algorithm, hash] = integrity?.split('-') ?? []
  return {
    'bom-ref': path,
    type: 'library',
    name,
    version,
    scope: optional ? 'optional' : 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    hashes:
      algorithm === 'sha512' && hash ? [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] : [],
    licenses: toLicenses(license),
  }
}

const toModel = ({ file, sha256, license, copyright, origin, ...model }: ModelFile): Component => ({
  'bom-ref': file,
  type: 'machine-learning-model',
  name: file,
  version: model.package,
  scope: 'required',
  hashes: [{ alg: 'SHA-256', content: sha256 }],
  licenses: toLicenses(license),
  copyright,
  externalReferences: [{ type: 'website', url: origin }],
})

if (import.meta.main) {
  const file = join(root, 'dist/sbom.cdx.json')
  const sbom = buildSbom()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
  console.log(`dist/sbom.cdx.json: ${sbom.components.length} components`)
}
