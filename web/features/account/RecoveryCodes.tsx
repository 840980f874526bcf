import { Notice } from '#web/ui/kit.ts'
import { SecretText } from './SecretText.tsx'

/** Each opens the account once without the phone. Nobody can read them again. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className="grid gap-4">
      <Notice tone="warning">
        Keep these recovery codes where your phone is not. Each signs you in once if the phone is lost. They are shown
        this once.
      </Notice>
      <SecretText
        label="Recovery codes"
        text={codes.join('\n')}
        rows={codes.length}
        fileName="venire-recovery-codes.txt"
      />
    </div>
  )
}
