import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '#web/platform/apiError.ts'
import { isReachable, watchForServer } from '#web/platform/network/reachable.ts'
import { ErrorCard } from '#web/ui/kit.ts'

/** Error messages from Chromium, Firefox, and Safari for code that failed to load. */
const missingCode = /dynamically imported module|Importing a module script failed/

const isMissingCode = (error: unknown): boolean => error instanceof Error && missingCode.test(error.message)

export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  if (error instanceof ApiError && error.code === 'unreachable') return <Offline />
  if (isMissingCode(error)) return <MissingCode />
  if (error instanceof ApiError) {
    const retry = () => {
      reset()
      void router.invalidate()
    }
    return (
      <div className="mx-auto max-w-xl p-6">
        <ErrorCard
          isScreen
          message={error.message}
          detail={error.requestId && `Request ${error.requestId}`}
          onRetry={retry}
        />
      </div>
    )
  }
  return (
    <div className="mx-auto max-w-xl p-6">
      <ErrorCard
        isScreen
        title="Something went wrong"
        message="We encountered an unexpected error. Please try refreshing the page."
        retryLabel="Refresh Page"
        onRetry={() => window.location.reload()}
      />
    </div>
  )
}

/** After a server update, the code no longer exists. While offline, it just can't be reached. */
function MissingCode() {
  const [answers, setAnswers] = useState<boolean | null>(null)
  useEffect(() => void isReachable().then(setAnswers), [])
  if (answers === null) return null
  if (!answers) return <Offline />
  return (
    <div className="mx-auto max-w-xl p-6">
      <ErrorCard
        isScreen
        title="Venire was updated"
        message="This page is from an earlier version. Reload to continue."
        retryLabel="Reload"
        onRetry={() => window.location.reload()}
      />
    </div>
  )
}

/** Reloads only if the server responds because reloading while offline would leave the app. */
function Offline() {
  const [busy, setBusy] = useState(false)
  async function retry() {
    setBusy(true)
    if (await isReachable()) window.location.reload()
    else setBusy(false)
  }
  const goOn = useEffectEvent(() => void isReachable().then((answers) => answers && window.location.reload()))
  useEffect(() => watchForServer(() => goOn()), [])
  return (
    <div className="mx-auto max-w-xl p-6">
      <ErrorCard
        isScreen
        title="You’re offline"
        message="This screen isn’t available offline. It will open when you’re back online."
        busy={busy}
        onRetry={() => void retry()}
      />
    </div>
  )
}
