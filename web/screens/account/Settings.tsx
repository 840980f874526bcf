import { Link } from '@tanstack/react-router'
import { readInstallationLimits } from '#contract/account/firm-settings.ts'
import { listTeam, readFirm } from '#contract/account/team.ts'
import { SignInRulesCard } from '#web/features/account/index.ts'
import { ExportPolicyCard } from '#web/features/exports/index.ts'
import { AnalysisPolicyCard, StorageCard } from '#web/features/settings/index.ts'
import { FirmCard } from '#web/features/team/index.ts'
import { Loaded, nothingElse, useAccount, useRead } from '#web/platform/index.ts'
import { Screen } from '#web/shell/index.ts'
import { buttonClass, Card, Notice, Skeleton } from '#web/ui/kit.ts'

const column = 'grid items-start gap-4 grid-cols-[minmax(0,1fr)]'

export function Settings() {
  const account = useAccount()
  const firm = useRead(readFirm, nothingElse)
  const limits = useRead(readInstallationLimits, nothingElse)
  const isReadOnly = account.role !== 'administrator'
  return (
    <Screen title="Settings" description={`These settings apply to everyone at ${account.firmName}.`}>
      {isReadOnly && (
        <div className="mb-4">
          <Notice>Only firm administrators can change these settings.</Notice>
        </div>
      )}
      <div className={`${column} lg:grid-cols-2`}>
        <div className={column}>
          <FirmCard />
          <MembersCard />
          <ExportPolicyCard isReadOnly={isReadOnly} />
          {!isReadOnly && <StorageCard />}
        </div>
        <div className={column}>
          <Loaded query={firm} skeleton={<Skeleton className="h-64" />}>
            {(settings) => (
              <Loaded query={limits} skeleton={<Skeleton className="h-64" />}>
                {(given) => (
                  <>
                    <SignInRulesCard settings={settings} limits={given} isReadOnly={isReadOnly} />
                    <AnalysisPolicyCard settings={settings} limits={given} isReadOnly={isReadOnly} />
                  </>
                )}
              </Loaded>
            )}
          </Loaded>
        </div>
      </div>
    </Screen>
  )
}

function MembersCard() {
  const team = useRead(listTeam, nothingElse)
  return (
    <Card
      title="Members"
      actions={
        <Link to="/team" className={buttonClass()}>
          Open team
        </Link>
      }
    >
      <Loaded query={team} skeleton={<Skeleton className="h-6" />}>
        {(members) => {
          const active = members.filter((each) => each.status === 'active')
          const administrators = active.filter((each) => each.role === 'administrator')
          return (
            <p className="text-ink-2">
              {active.length === 1 ? '1 active member' : `${active.length} active members`}, including{' '}
              {administrators.length === 1 ? '1 administrator' : `${administrators.length} administrators`}.
            </p>
          )
        }}
      </Loaded>
    </Card>
  )
}
