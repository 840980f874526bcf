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

/** A token of a one-time link if it can be one at all (see the contract's bounds); mangled links count as none. */
export const oneTimeToken = (token: string | undefined): string | undefined =>
  token !== undefined && token.length >= 20 && token.length <= 100 ? token : undefined
