import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { changeEmail, type Profile, saveAvatar } from '#contract/account/profile.ts'
import { useCommand } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { CommandForm, useCommandForm } from '#web/platform/form.tsx'
import { useAccount } from '#web/platform/session.ts'
import { toast } from '#web/platform/toast.ts'
import { Button, Card, Dialog, DialogActions, TextField, buttonClass } from '#web/ui/kit.ts'
import { ProofCode } from './proof.tsx'

type AccountCardProps = { profile: Profile; facts: readonly (readonly [name: string, value: string])[] }

export function AccountCard({ profile, facts }: AccountCardProps) {
  const account = useAccount()
  const picker = useRef<HTMLInputElement>(null)
  const save = useCommand(saveAvatar)
  const [isChanging, setChanging] = useState(false)
  const fail = (description: string) => toast({ title: 'Couldn’t change picture', description, variant: 'destructive' })

  async function choose(file: File | undefined) {
    if (!file) return
    const avatar = await readPicture(file)
    if (avatar === null) fail('Choose a PNG, JPEG, or WebP image.')
    else save.mutate({ params: {}, input: { avatar } }, { onError: (error) => fail(describeError(error)) })
  }

  return (
    <Card title="Account">
      <div className="mb-4 flex flex-wrap items-center gap-4">
        {profile.avatar ? (
          <img src={profile.avatar} alt={account.name} className="size-16 rounded-full object-cover" />
        ) : (
          <span
            aria-hidden
            className="flex size-16 items-center justify-center rounded-full bg-accent-soft text-xl font-bold text-accent-ink"
          >
            {account.initials}
          </span>
        )}
        <div className="flex flex-wrap gap-2">
          <Button busy={save.isPending} onClick={() => picker.current?.click()}>
            Upload picture
          </Button>
          {profile.avatar && (
            <Button onClick={() => save.mutate({ params: {}, input: { avatar: null } })}>Use initials</Button>
          )}
          <input
            ref={picker}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            className="sr-only"
            tabIndex={-1}
            aria-label="Image file"
            onChange={(event) => {
              void choose(event.target.files?.[0])
              event.target.value = ''
            }}
          />
        </div>
      </div>
      <dl className="grid gap-3">
        {[['Email', profile.email] as const, ...facts].map(([name, value]) => (
          <div key={name} className="grid gap-0.5 sm:max-lg:grid-cols-[10rem_minmax(0,1fr)]">
            <dt className="text-ink-3">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex justify-end">
        <Button onClick={() => setChanging(true)}>Change email</Button>
      </div>
      {isChanging && <EmailDialog onClose={() => setChanging(false)} />}
    </Card>
  )
}

function EmailDialog({ onClose }: { onClose: () => void }) {
  const form = useCommandForm(changeEmail, {
    defaults: { email: '', password: '', code: undefined },
    onDone: ({ email, mustConfirm }) => {
      toast(
        mustConfirm
          ? { title: 'Confirm your email', description: `Open the link we sent to ${email}.` }
          : { title: 'Email changed', description: `Use ${email} to sign in from now on.` },
      )
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Change email"
      description="You’ll sign in with this address. Your firm’s administrators will be notified."
    >
      <CommandForm form={form}>
        <TextField {...form.field('email')} label="New email" type="email" autoComplete="email" required />
        <TextField
          {...form.field('password')}
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
        />
        <ProofCode {...form.field('code')} />
        <DialogActions>
          <Button type="submit" variant="primary" busy={form.busy}>
            Change email
          </Button>
        </DialogActions>
      </CommandForm>
    </Dialog>
  )
}

export function DataCard() {
  return (
    <Card title="My data">
      <p className="mb-3 text-ink-2">
        Everything stored about you: profile, firms, sign-ins, notifications, and activity. Your work in cases belongs
        to the firm and is available in its exports.
      </p>
      <a href="/api/profile/data" download className={buttonClass()}>
        <Download className="size-4" aria-hidden />
        Download my data
      </a>
    </Card>
  )
}

/** In pixels. Twice the largest display size. */
const side = 128
const quality = 0.85

/** Returns the center square as a data URL, or null if the file isn't an image. */
async function readPicture(file: File): Promise<string | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return null
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = side
  const edge = Math.min(bitmap.width, bitmap.height)
  const [left, top] = [(bitmap.width - edge) / 2, (bitmap.height - edge) / 2]
  canvas.getContext('2d')?.drawImage(bitmap, left, top, edge, edge, 0, 0, side, side)
  bitmap.close()
  return canvas.toDataURL('image/jpeg', quality)
}
