export const afterSignIn = '/dashboard'

/** Returns `next` if it's a path on this site, otherwise the dashboard. Prevents open redirects. */
export function safeNext(next: unknown, origin: string): string {
  if (typeof next !== 'string' || !next.startsWith('/')) return afterSignIn
  try {
    // Parse as the browser will: "//host", "/\host", and embedded tabs all leave the site.
    const url = new URL(next, origin)
    return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : afterSignIn
  } catch {
    return afterSignIn
  }
}

export const signInHref = (next: string): string =>
  next === afterSignIn ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`

/** Returns undefined for tokens the contract would reject. */
export const oneTimeToken = (token: string | undefined): string | undefined =>
  token !== undefined && token.length >= 20 && token.length <= 100 ? token : undefined
