const served = new Set<string>()

/** Allows ffmpeg to read from this exact URL until the result is disposed. */
export function allowServed(url: string): Disposable {
  served.add(url)
  return { [Symbol.dispose]: () => void served.delete(url) }
}

export const isServed = (path: string): boolean => served.has(path)
