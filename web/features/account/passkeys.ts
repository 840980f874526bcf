import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/browser'

/** Whether this browser, at this address, can use passkeys of `host`; null is an installation without a name. */
export function canUsePasskeys(host: string | null): boolean {
  if (host === null || !window.isSecureContext || typeof PublicKeyCredential === 'undefined') return false
  return location.hostname === host || location.hostname.endsWith(`.${host}`)
}

/** The browser's own words tell people nothing; a person who closes its window has changed their mind. */
export function passkeySentence(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return 'No passkey was used. Try again when you are ready.'
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  return 'This browser could not use a passkey here. Use your password.'
}

// Loaded when somebody presses the button: few do, and the sign-in has to be there at once.
export async function makePasskey(options: Record<string, unknown>): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON: options as never })
}

export async function showPasskey(options: Record<string, unknown>): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON: options as never })
}
