import { registerHooks } from 'node:module'

const drizzle = new URL('../node_modules/drizzle-orm/', import.meta.url).href

/**
 * Node parses a package's manifest on every import within the package, and drizzle-orm's is 180 KB. Resolving its files
 * here saves 0.4 s and 100 MB at each start.
 */
registerHooks({
  resolve(specifier, { parentURL }, resolveDefault) {
    if (specifier.startsWith('.') && parentURL?.startsWith(drizzle) && parentURL.endsWith('.js'))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    return resolveDefault(specifier)
  },
})
