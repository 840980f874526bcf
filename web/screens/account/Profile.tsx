import { readProfile } from '#contract/account/profile.ts'
import {
  AccountCard,
  DataCard,
  FirmsCard,
  PasskeyCard,
  PasswordCard,
  Preferences,
  ProfileForm,
  SignInList,
  TokenCard,
  TwoFactorCard,
} from '#web/features/account/index.ts'
import { NotificationSettingsForm } from '#web/features/notifications/index.ts'
import { firmRoleWords, professionWords } from '#web/features/team/index.ts'
import { Loaded, nothingElse, useAccount, useRead } from '#web/platform/index.ts'
import { leave, Screen } from '#web/shell/index.ts'
import { aloneLinkClass, Button, Card, Skeleton } from '#web/ui/kit.ts'

const places = [
  ['profile', 'Profile'],
  ['security', 'Sign-in'],
  ['notifications', 'Notifications and display'],
  ['tokens', 'API tokens'],
  ['data', 'My data'],
] as const

export function Profile() {
  const account = useAccount()
  const profile = useRead(readProfile, nothingElse)
  const facts = [
    ['Firm', account.firmName],
    ['Firm role', firmRoleWords[account.role]],
    ['Profession', professionWords[account.profession]],
  ] as const
  const place = 'scroll-mt-20 grid items-start gap-4 grid-cols-[minmax(0,1fr)]'
  return (
    <Screen title="Professional Profile" actions={<Button onClick={() => void leave()}>Sign out</Button>}>
      <nav aria-label="On this page" className="mb-4 flex flex-wrap gap-x-4 gap-y-1">
        {places.map(([id, label]) => (
          <a key={id} href={`#${id}`} className={aloneLinkClass}>
            {label}
          </a>
        ))}
      </nav>
      <div className="grid gap-4 grid-cols-[minmax(0,1fr)]">
        <div id="profile" className={`${place} lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]`}>
          <Card title="Profile">
            <Loaded query={profile} skeleton={<Skeleton className="h-96" />}>
              {(loaded) => <ProfileForm profile={loaded} />}
            </Loaded>
          </Card>
          <Loaded query={profile} skeleton={<Skeleton className="h-64" />}>
            {(loaded) => <AccountCard profile={loaded} facts={facts} />}
          </Loaded>
          <FirmsCard />
        </div>
        <div id="security" className={`${place} lg:grid-cols-2`}>
          <PasswordCard />
          <div className="grid gap-4 grid-cols-[minmax(0,1fr)]">
            <TwoFactorCard />
            <PasskeyCard />
          </div>
          <Card title="Signed-in browsers" className="lg:col-span-2">
            <SignInList />
          </Card>
        </div>
        <div id="notifications" className={`${place} lg:grid-cols-2`}>
          <Card title="Notifications">
            <NotificationSettingsForm />
          </Card>
          <Card title="Display and keyboard">
            <Preferences />
          </Card>
        </div>
        <div id="tokens" className={place}>
          <TokenCard />
        </div>
        <div id="data" className={place}>
          <DataCard />
        </div>
      </div>
    </Screen>
  )
}
