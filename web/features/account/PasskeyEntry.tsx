import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/browser'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import type { Account } from '#contract/account/auth.ts'
import { enterByPasskey, passkeySignInOptions } from '#contract/account/two-factor.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { nothingElse, useCommand } from '#web/platform/api.ts'
import { ApiError, describeError } from '#web/platform/apiError.ts'
import { call } from '#web/platform/call.ts'
import { Button } from '#web/ui/kit.ts'

type PasskeyEntryProps = { host: string | null; onDone: (account: Account) => void }

export function PasskeyEntry({ host, onDone }: PasskeyEntryProps) {
  const enter = useCommand(enterByPasskey)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  if (!canUsePasskeys(host)) return null

  async function start() {
    setFailure(null)
    setBusy(true)
    try {
      const { ticket, options } = await call(passkeySignInOptions, nothingElse)
      const credential = await showPasskey(options)
      onDone(await enter.mutateAsync({ params: {}, input: { ticket, credential: { ...credential } as never } }))
    } catch (error) {
      setFailure(error instanceof ApiError ? describeError(error) : describePasskeyError(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="mt-4 grid gap-3">
      <Failure of={failure} />
      <Button wide busy={isBusy} icon={<Fingerprint className="size-4" />} onClick={() => void start()}>
        Sign in with a passkey
      </Button>
    </div>
  )
}

export function canUsePasskeys(host: string | null): boolean {
  if (host === null || !window.isSecureContext || typeof PublicKeyCredential === 'undefined') return false
  return location.hostname === host || location.hostname.endsWith(`.${host}`)
}

export function describePasskeyError(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return 'No passkey was used. Try again.'
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  return 'Passkeys don’t work in this browser. Use your password.'
}

// Loads the library on demand to keep the sign-in page small.
export async function makePasskey(options: Record<string, unknown>): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON: options as never })
}

async function showPasskey(options: Record<string, unknown>): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON: options as never })
}
