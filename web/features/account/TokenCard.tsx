import { useState } from 'react'
import { type ApiToken, listTokens, revokeToken, type TokenScope } from '#contract/account/tokens.ts'
import { nothingElse, useCommand, useRead } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { formatAgo, formatDate } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Badge, Button, Card, ConfirmDialog, Skeleton } from '#web/ui/kit.ts'
import { NewTokenDialog } from './NewTokenDialog.tsx'

const scopeWords: Record<TokenScope, string> = { read: 'reads', write: 'changes', administer: 'administers' }

export function TokenCard() {
  const tokens = useRead(listTokens, nothingElse)
  const revoke = useCommand(revokeToken)
  const [isMaking, setMaking] = useState(false)
  const [revoked, setRevoked] = useState<ApiToken | null>(null)
  return (
    <Card title="API tokens" actions={<Button onClick={() => setMaking(true)}>New Token</Button>}>
      <p className="mb-3 text-ink-2">
        With a token, a script works in your name, within what you allow it. It never changes how you sign in.
      </p>
      <Loaded query={tokens} skeleton={<Skeleton className="h-12" />}>
        {(all) => (
          <ul className="grid gap-2">
            {all.map((token) => (
              <li
                key={token.id}
                className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-2"
              >
                <div className="min-w-0">
                  <p className="flex flex-wrap items-center gap-2 font-medium break-words">
                    <span className="min-w-0">{token.name}</span>{' '}
                    <code className="font-mono text-sm font-normal text-ink-3">{token.hint}…</code>
                    {token.isExpired && <Badge tone="warning">Expired</Badge>}
                  </p>
                  <p className="text-sm text-ink-3">
                    {sentence(token.scopes.map((scope) => scopeWords[scope]))},{' '}
                    {token.expiresAt
                      ? `${token.isExpired ? 'ended' : 'until'} ${formatDate(token.expiresAt)}`
                      : 'until revoked'}
                    ,{' '}
                    {token.lastUsedAt
                      ? `last used ${formatAgo(token.lastUsedAt)}${token.lastUsedIp ? ` from ${token.lastUsedIp}` : ''}`
                      : 'not used yet'}
                  </p>
                </div>
                <Button
                  aria-label={`Revoke ${token.name}`}
                  onClick={() => {
                    revoke.reset()
                    setRevoked(token)
                  }}
                >
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {isMaking && <NewTokenDialog onClose={() => setMaking(false)} />}
      <ConfirmDialog
        open={revoked !== null}
        onOpenChange={(open) => !open && setRevoked(null)}
        title={`Revoke ${revoked?.name ?? ''}?`}
        description="Every script that uses this token is refused at once. It cannot be taken back."
        confirmLabel="Revoke Token"
        danger
        busy={revoke.isPending}
        error={revoke.error && describeError(revoke.error)}
        onConfirm={() =>
          revoked &&
          revoke.mutate({ params: { tokenId: revoked.id }, input: {} }, { onSuccess: () => setRevoked(null) })
        }
      />
    </Card>
  )
}

/** ["reads", "changes"] → "Reads and changes". */
function sentence(words: readonly string[]): string {
  const joined = words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '')
  return joined.charAt(0).toUpperCase() + joined.slice(1)
}
