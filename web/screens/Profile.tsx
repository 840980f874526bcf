import { Preferences } from '#web/features/account/Preferences.tsx'
import { SignInList } from '#web/features/account/SignInList.tsx'
import { firmRoleWords, professionWords } from '#web/features/team/teamWords.ts'
import { useAccount } from '#web/platform/session.ts'
import { Screen } from '#web/shell/Screen.tsx'
import { leave } from '#web/shell/shellActions.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'

export function Profile() {
  const account = useAccount()
  const facts = [
    ['Name', account.name],
    ['E-mail', account.email],
    ['Firm', account.firmName],
    ['Role in the firm', firmRoleWords[account.role]],
    ['Profession', professionWords[account.profession]],
  ] as const
  return (
    <Screen title="Professional Profile" actions={<Button onClick={() => void leave()}>Sign Out</Button>}>
      <div className="grid items-start grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
        <Card title="Account">
          <dl className="grid gap-3">
            {facts.map(([name, value]) => (
              <div key={name} className="grid gap-0.5 sm:grid-cols-[10rem_1fr]">
                <dt className="text-ink-3">{name}</dt>
                <dd className="min-w-0 break-words">{value}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <Card title="Display and keyboard">
          <Preferences />
        </Card>
        <Card title="Where you are signed in" className="lg:col-span-2">
          <SignInList />
        </Card>
      </div>
    </Screen>
  )
}
