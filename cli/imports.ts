import { registerHooks } from 'node:module'

const drizzle = new URL('../node_modules/drizzle-orm/', import.meta.url).href

/**
 * Node parses a package's manifest for every import inside that package, and the drizzle-orm manifest is 180 KB.
 * Resolving its files here saves 0.4 s and 100 MB on each start.
 */
registerHooks({
  resolve(specifier, { parentURL }, resolveDefault) {
    if (specifier.startsWith('.') && parentURL?.startsWith(drizzle) && parentURL.endsWith('.js'))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    return resolveDefault(specifier)
  },
})
