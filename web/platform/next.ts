/** Where a person was going before the sign-in. */
export const afterSignIn = '/dashboard'

/**
 * A path of this site, or the dashboard: a link that names another site after `next` must not send people there.
 * `origin` is the site's own, such as https://venire.example.
 */
export function safeNext(next: unknown, origin: string): string {
  if (typeof next !== 'string' || !next.startsWith('/')) return afterSignIn
  try {
    // The URL parser decides as the browser will: "//host", "/\host" and tabs inside all name another site.
    const url = new URL(next, origin)
    return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : afterSignIn
  } catch {
    return afterSignIn
  }
}

export const signInHref = (next: string): string =>
  next === afterSignIn ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`
