const served = new Set<string>()

export function allowServed(url: string): Disposable {
  served.add(url)
  return { [Symbol.dispose]: () => void served.delete(url) }
}

export const isServed = (path: string): boolean => served.has(path)
