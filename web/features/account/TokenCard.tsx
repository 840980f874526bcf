import { useState } from 'react'
import {
  type ApiToken,
  listTokens,
  revokeToken,
  type TokenScope,
  createToken,
  tokenLimits,
} from '#contract/account/tokens.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { Loaded } from '#web/platform/Loaded.tsx'
import { nothingElse, useCommand, useRead } from '#web/platform/api.ts'
import { describeError, ApiError } from '#web/platform/apiError.ts'
import { formatAgo, formatDate } from '#web/platform/format.ts'
import { useAccount } from '#web/platform/session.ts'
import {
  Badge,
  Button,
  Card,
  ConfirmDialog,
  Skeleton,
  Checkbox,
  Dialog,
  DialogActions,
  Select,
  TextField,
} from '#web/ui/kit.ts'
import { SecretText } from './SecretText.tsx'
import { ProofCode } from './proof.tsx'

const scopeWords: Record<TokenScope, string> = { read: 'reads', write: 'changes', administer: 'administers' }

export function TokenCard() {
  const tokens = useRead(listTokens, nothingElse)
  const revoke = useCommand(revokeToken)
  const [isMaking, setMaking] = useState(false)
  const [revoked, setRevoked] = useState<ApiToken | null>(null)
  return (
    <Card title="API tokens" actions={<Button onClick={() => setMaking(true)}>New token</Button>}>
      <p className="mb-3 text-ink-2">
        API tokens let scripts act as you, within the permissions you grant. They can’t change how you sign in.
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
        description="Scripts using this token will stop working immediately. This can’t be undone."
        confirmLabel="Revoke token"
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

function sentence(words: readonly string[]): string {
  const joined = words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '')
  return joined.charAt(0).toUpperCase() + joined.slice(1)
}

const scopes: readonly { scope: TokenScope; label: string; hint: string }[] = [
  { scope: 'read', label: 'Read', hint: 'Everything you can view' },
  { scope: 'write', label: 'Change', hint: 'Everything you can change in cases, sessions, and videos' },
  {
    scope: 'administer',
    label: 'Administer',
    hint: 'Actions that require an administrator or operator role',
  },
]
const days = [7, 30, tokenLimits.defaultDays, tokenLimits.maxDays]

function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const account = useAccount()
  const create = useCommand(createToken)
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly TokenScope[]>(['read'])
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [lasting, setLasting] = useState(String(tokenLimits.defaultDays))
  const fields = create.error instanceof ApiError ? create.error.fields : {}
  const offered = scopes.filter(
    ({ scope }) => scope !== 'administer' || account.role === 'administrator' || account.isOperator,
  )

  if (create.data) {
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={`Token for ${create.data.record.name}`}
        description="This token won’t be shown again. Anyone who has it can use the permissions you granted."
      >
        <SecretText
          label="API token"
          text={create.data.token}
          rows={2}
          hint="Send it in this header: Authorization: Bearer …"
        />
        <DialogActions>
          <Button variant="primary" onClick={onClose}>
            I’ve saved it
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="New API token">
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const proof = { password, ...(code !== '' && { code }) }
          const input = { name, scopes: [...chosen], days: lasting === '' ? null : Number(lasting), ...proof }
          create.mutate({ params: {}, input })
        }}
      >
        {Object.keys(fields).length === 0 && <Failure of={create.error} />}
        <TextField
          label="Token name"
          value={name}
          maxLength={tokenLimits.name}
          error={fields.name}
          onChange={(event) => setName(event.target.value)}
          required
        />
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-sm font-medium">Permissions</legend>
          {offered.map(({ scope, label, hint }) => (
            <Checkbox
              key={scope}
              label={label}
              hint={hint}
              checked={chosen.includes(scope)}
              onChange={(event) =>
                setChosen(event.target.checked ? [...chosen, scope] : chosen.filter((each) => each !== scope))
              }
            />
          ))}
          {fields.scopes && (
            <p role="alert" className="text-sm text-danger-fg">
              {fields.scopes}
            </p>
          )}
        </fieldset>
        <Select
          label="Expires after"
          value={lasting}
          placeholder="Never"
          options={days.map((count) => ({ value: String(count), label: `${count} days` }))}
          onChange={(event) => setLasting(event.target.value)}
        />
        <TextField
          label="Your password"
          hint="So no one else at your computer can create a token."
          type="password"
          autoComplete="current-password"
          value={password}
          error={fields.password}
          onChange={(event) => setPassword(event.target.value)}
          required
        />
        <ProofCode value={code} error={fields.code} onChange={(event) => setCode(event.target.value)} />
        <DialogActions>
          <Button type="submit" variant="primary" busy={create.isPending}>
            Create token
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
