/** Used if the browser blocks storage. Lasts until the page closes. */
const unsaved = new Map<string, string>()

export function readSetting(key: string): string | null {
  try {
    // Values that couldn't be saved, for example because storage is full. They take precedence over older stored values.
    return unsaved.get(key) ?? localStorage.getItem(key)
  } catch {
    return unsaved.get(key) ?? null
  }
}

export function writeSetting(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
    unsaved.delete(key)
  } catch {
    if (value === null) unsaved.delete(key)
    else unsaved.set(key, value)
  }
}

export function settingKeys(start: string): string[] {
  const begins = (key: string): boolean => key.startsWith(start)
  try {
    return [...new Set([...Object.keys(localStorage), ...unsaved.keys()].filter(begins))]
  } catch {
    return [...unsaved.keys()].filter(begins)
  }
}
