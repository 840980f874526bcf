import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import type { Account } from '#contract/account/auth.ts'
import { enterByPasskey, passkeySignInOptions } from '#contract/account/two-factor.ts'
import { nothingElse, useCommand } from '#web/platform/api.ts'
import { ApiError, describeError } from '#web/platform/apiError.ts'
import { call } from '#web/platform/call.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { Button } from '#web/ui/kit.ts'
import { canUsePasskeys, passkeySentence, showPasskey } from './passkeys.ts'

type PasskeyEntryProps = { host: string | null; onDone: (account: Account) => void }

/** Shown only where a passkey can work: at the right name, in a browser that knows them. */
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
      setFailure(error instanceof ApiError ? describeError(error) : passkeySentence(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="mt-4 grid gap-3">
      <Failure of={failure} />
      <Button wide busy={isBusy} icon={<Fingerprint className="size-4" />} onClick={() => void start()}>
        Sign In with a Passkey
      </Button>
    </div>
  )
}
