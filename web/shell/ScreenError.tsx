import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiError } from '#web/platform/apiError.ts'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'

/** What stands in place of a screen that failed. A failed read can be tried again; anything else needs a fresh page. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
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
