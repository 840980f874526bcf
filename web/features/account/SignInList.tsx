import { useState } from 'react'
import { endOtherSignIns, listSignIns, revokeSignIn, type SignInMethod } from '#contract/account/auth.ts'
import { nothingElse, useCommand, useRead } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { formatAgo, formatDateTime, describeBrowser } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Badge, Button, ConfirmDialog, Skeleton } from '#web/ui/kit.ts'

const methodWords: Record<SignInMethod, string> = {
  password: 'with password',
  two_factor: 'with password and code',
  recovery_code: 'with recovery code',
  passkey: 'with passkey',
  link: 'with a one-time link',
  demo: 'via demo',
}

export function SignInList() {
  const sessions = useRead(listSignIns, nothingElse)
  const revoke = useCommand(revokeSignIn)
  const endOthers = useCommand(endOtherSignIns)
  const [isEndingAll, setEndingAll] = useState(false)
  const [ending, setEnding] = useState<{ id: string; name: string } | null>(null)

  function end() {
    if (ending) revoke.mutate({ params: { id: ending.id }, input: {} }, { onSuccess: () => setEnding(null) })
  }

  return (
    <Loaded query={sessions} skeleton={<Skeleton className="h-20" />}>
      {(all) => (
        <>
          <ul className="grid gap-2">
            {all.map((session) => (
              <li
                key={session.id}
                className="flex flex-wrap items-center justify-between gap-2 border-b border-line pb-2 last:border-0 last:pb-0"
              >
                <div>
                  <p className="flex items-center gap-2 font-medium">
                    {describeBrowser(session.agent)}
                    {session.current && <Badge tone="success">This browser</Badge>}
                  </p>
                  <p className="text-sm text-ink-3">
                    Signed in {formatDateTime(session.createdAt)} {methodWords[session.method]}, last seen{' '}
                    {formatAgo(session.lastSeenAt)}
                    {session.ip && `, from ${session.ip}`}
                  </p>
                </div>
                {!session.current && (
                  <Button
                    aria-label={`Sign out of ${describeBrowser(session.agent)}`}
                    onClick={() => {
                      revoke.reset()
                      setEnding({ id: session.id, name: describeBrowser(session.agent) })
                    }}
                  >
                    Sign out
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {all.length > 1 && (
            <div className="mt-3 flex justify-end">
              <Button onClick={() => setEndingAll(true)}>Sign out everywhere else</Button>
            </div>
          )}
          <ConfirmDialog
            open={isEndingAll}
            onOpenChange={setEndingAll}
            title="Sign out everywhere else?"
            description="All other browsers will be signed out immediately. Unsaved work there will be lost."
            confirmLabel="Sign out everywhere else"
            danger
            busy={endOthers.isPending}
            error={endOthers.error && describeError(endOthers.error)}
            onConfirm={() => endOthers.mutate(nothingElse, { onSuccess: () => setEndingAll(false) })}
          />
          <ConfirmDialog
            open={ending !== null}
            onOpenChange={(open) => !open && setEnding(null)}
            title={`Sign out of ${ending?.name ?? ''}?`}
            description="That browser will be signed out immediately. Unsaved work there will be lost."
            confirmLabel="Sign out"
            danger
            busy={revoke.isPending}
            error={revoke.error && describeError(revoke.error)}
            onConfirm={end}
          />
        </>
      )}
    </Loaded>
  )
}
