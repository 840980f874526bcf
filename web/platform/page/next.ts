export const afterSignIn = '/dashboard'

export function safeNext(next: unknown, origin: string): string {
  if (typeof next !== 'string' || !next.startsWith('/')) return afterSignIn
  try {
    // Parses the URL like a browser because "//host", "/\host", and embedded tabs can all lead to another site.
    const url = new URL(next, origin)
    return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : afterSignIn
  } catch {
    return afterSignIn
  }
}

export const signInHref = (next: string): string =>
  next === afterSignIn ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`

export const oneTimeToken = (token: string | undefined): string | undefined =>
  token !== undefined && token.length >= 20 && token.length <= 100 ? token : undefined
