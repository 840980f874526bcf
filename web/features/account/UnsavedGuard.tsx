import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '#web/ui/kit.ts'

/** Asks before a page with unsaved changes is left, and lets the browser ask before the window is closed. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker({
    // A place on the same page is no leaving.
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Leave without saving?"
      description="What you changed in your profile is not saved. It is lost when you leave."
      confirmLabel="Leave Without Saving"
      danger
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
