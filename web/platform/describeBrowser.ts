const browsers = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//, 'curl'],
] as const
const systems = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const

/** "Chrome on Windows", from the header that a browser sends; order matters, for they all claim to be each other. */
export function describeBrowser(agent: string | null): string {
  const browser = browsers.find(([pattern]) => pattern.test(agent ?? ''))?.[1] ?? 'Unknown browser'
  const system = systems.find(([pattern]) => pattern.test(agent ?? ''))?.[1]
  return system ? `${browser} on ${system}` : browser
}
