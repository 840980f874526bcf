import { Link } from '@tanstack/react-router'
import { Screen } from '#web/shell/Screen.tsx'
import { aloneLinkClass } from '#web/ui/linkClass.ts'

/** For every screen of a session: one that is missing and one of other people read the same. */
export function SessionNotFound() {
  return (
    <Screen title="Session Not Found">
      <p className="mb-4">The session you’re looking for doesn’t exist or you don’t have access to it.</p>
      <Link to="/cases" className={aloneLinkClass}>
        Back to cases
      </Link>
    </Screen>
  )
}
