import dynamic from 'next/dynamic'
import { ActivityList } from '@/components/common/activity-list'
import { CheckCard } from '@/components/configuration-check/check-card'
import { NotesCard } from '@/components/notes/notes-card'
import { TasksCard } from '@/components/notes/tasks-card'
import { Card } from '@/components/ui/card'
import { LinkButton } from '@/components/ui/link-button'
import { Skeleton } from '@/components/ui/skeleton'
import { useMember } from '@/hooks/use-member'
import { useCurrentTenantId, useTenantActivity } from '@/hooks/use-tenant'
import { mayWriteOn } from '@/lib/notes/rights'
import type { Subject } from '@/lib/notes/subject'
import { tenantPath } from '@/lib/record-paths'
import { may } from '@/lib/session/permissions'
import { SetupChecklist } from './setup-checklist'
import { TenantFacts } from './tenant-facts'
import { TenantFigures } from './tenant-figures'
import { DevicesPreview, NumbersPreview } from './tenant-previews'
import { UntilTenant } from './until-tenant'

const LiveCallsCard = dynamic(
  () => import('@/components/live-calls/live-calls-card').then((module) => module.LiveCallsCard),
  { ssr: false, loading: () => <Skeleton className="h-24 w-full" /> },
)

/** A tenant at a glance: figures, numbers, devices, problems, what it is and what was changed last. */
export function TenantOverview() {
  const { permissions } = useMember()
  const tenantId = useCurrentTenantId()
  const activity = useTenantActivity(tenantId)
  // Without this right every count would be nought and every list empty, which would be untrue.
  const mayViewTelephony = may(permissions, 'telephony')

  const mayWrite = mayWriteOn(permissions, 'tenant')
  const subject: Subject = { kind: 'tenant', id: tenantId }

  return (
    <div className="flex flex-col gap-4">
      <h2 className="sr-only">Overview</h2>
      {mayViewTelephony ? <SetupChecklist tenantId={tenantId} /> : null}
      {mayViewTelephony ? (
        <UntilTenant fallback={<Skeleton className="h-24 w-full" />}>
          <TenantFigures />
        </UntilTenant>
      ) : null}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <UntilTenant fallback={<Skeleton className="h-64 w-full" />}>
            <TenantFacts />
          </UntilTenant>
          <TasksCard subject={subject} mayChange={mayWrite} />
          <NotesCard subject={subject} mayAdd={mayWrite} />
          {mayViewTelephony ? <NumbersPreview /> : null}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {mayViewTelephony ? <LiveCallsCard tenantId={tenantId} /> : null}
          {mayViewTelephony ? (
            <UntilTenant fallback={<Skeleton className="h-24 w-full" />}>
              <CheckCard />
            </UntilTenant>
          ) : null}
          {mayViewTelephony ? <DevicesPreview /> : null}
          <Card
            title="Recent changes"
            flush
            actions={
              mayViewTelephony ? (
                <LinkButton size="sm" href={`${tenantPath(tenantId)}/changes`}>
                  All changes
                </LinkButton>
              ) : undefined
            }
          >
            <ActivityList query={activity} emptyText="Changes to this tenant appear here." />
          </Card>
        </div>
      </div>
    </div>
  )
}
