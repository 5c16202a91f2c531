import dynamic from 'next/dynamic'
import { CopyButton } from '@/components/common/copy-button'
import { LocalDate } from '@/components/common/local-date'
import { RecordLink } from '@/components/common/record-link'
import { TasksCard } from '@/components/notes/tasks-card'
import { Card } from '@/components/ui/card'
import { DescriptionList } from '@/components/ui/description-list'
import { latePart } from '@/components/ui/late-code'
import { LinkButton } from '@/components/ui/link-button'
import { Skeleton } from '@/components/ui/skeleton'
import { useIsCollectingQueries } from '@/hooks/initial-data'
import { keys } from '@/hooks/keys'
import { useFollowed } from '@/hooks/use-followed-list'
import { useMember } from '@/hooks/use-member'
import { useMinute } from '@/hooks/use-minute'
import { useCurrentTenant, useCurrentTenantId } from '@/hooks/use-tenant'
import { prefetchFigures, useTenantActivity } from '@/hooks/use-tenant-overview'
import { dateFormat } from '@/lib/dates/date-format'
import { zoneName } from '@/lib/dates/zones'
import { mayEditNotes } from '@/lib/notes/permissions'
import type { Subject } from '@/lib/notes/subject'
import { customerPath, tenantPath } from '@/lib/record-paths'
import { may } from '@/lib/session/permissions'
import { SetupChecklist } from './setup-checklist'
import { TenantFigures } from './tenant-figures'
import { TenantSuspense } from './tenant-suspense'

// Below the fold; the server renders them.
const NotesCard = dynamic(() => import('@/components/notes/notes-card').then((module) => module.NotesCard), {
  loading: latePart(null),
})
const ActivityList = dynamic(
  () => import('@/components/common/activity-list').then((module) => module.ActivityList),
  { loading: latePart(null) },
)
const CheckCard = dynamic(
  () => import('@/components/configuration-check/check-card').then((module) => module.CheckCard),
  { loading: latePart(<Skeleton className="h-24 w-full" />) },
)
const CallMapCard = dynamic(
  () => import('@/components/call-map/call-map-card').then((module) => module.CallMapCard),
  { loading: latePart(<Skeleton className="h-24 w-full" />) },
)
const NumbersPreview = dynamic(() => import('./tenant-previews').then((module) => module.NumbersPreview), {
  loading: latePart(null),
})
const DevicesPreview = dynamic(() => import('./tenant-previews').then((module) => module.DevicesPreview), {
  loading: latePart(null),
})
const LiveCallsCard = dynamic(
  () => import('@/components/live-calls/live-calls-card').then((module) => module.LiveCallsCard),
  { ssr: false, loading: latePart(<Skeleton className="h-24 w-full" />) },
)

/** A tenant at a glance: figures, numbers, devices, problems, facts and the latest changes. */
export function TenantOverview() {
  const { permissions } = useMember()
  const tenantId = useCurrentTenantId()
  const activity = useTenantActivity(tenantId)
  // Without this permission every count would be zero and every list empty, which would be misleading.
  const permitted = may(permissions, 'telephony')
  // The server asks for numbers and devices before it knows the permissions.
  const mayViewTelephony = useIsCollectingQueries() || permitted

  // Everything that decides the tenant's calls has one version.
  useFollowed(
    { table: 'extensions', tenantId },
    keys.tenant(tenantId),
    keys.tenantFigures(tenantId),
    keys.setupSteps(tenantId),
    keys.numbersPreview(tenantId),
    keys.devicesPreview(tenantId),
    keys.tenantActivity(tenantId),
  )

  const mayWrite = mayEditNotes(permissions, 'tenant')
  const subject: Subject = { kind: 'tenant', id: tenantId }

  return (
    <div className="flex flex-col gap-4">
      <h2 className="sr-only">Overview</h2>
      {mayViewTelephony ? <SetupChecklist tenantId={tenantId} /> : null}
      {mayViewTelephony ? (
        <TenantSuspense fallback={<Skeleton className="h-24 w-full" />}>
          <TenantFigures />
        </TenantSuspense>
      ) : null}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <TenantSuspense fallback={<Skeleton className="h-64 w-full" />}>
            <TenantFacts />
          </TenantSuspense>
          <TasksCard subject={subject} mayChange={mayWrite} />
          <NotesCard subject={subject} mayAdd={mayWrite} />
          {mayViewTelephony ? <NumbersPreview /> : null}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {mayViewTelephony ? <LiveCallsCard tenantId={tenantId} /> : null}
          {mayViewTelephony ? (
            <TenantSuspense fallback={<Skeleton className="h-24 w-full" />}>
              <CheckCard />
            </TenantSuspense>
          ) : null}
          {mayViewTelephony ? <CallMapCard tenantId={tenantId} /> : null}
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

TenantOverview.ahead = prefetchFigures

/** The customer whose tenant it is, its SIP domain, code and local time. */
function TenantFacts() {
  const tenant = useCurrentTenant()
  const { permissions } = useMember()
  const { company_id, company_name } = tenant
  const customer =
    company_id && may(permissions, 'customers')
      ? [
          {
            term: 'Customer',
            details: <RecordLink href={customerPath(company_id)}>{company_name}</RecordLink>,
          },
        ]
      : []
  const now = useMinute()
  const localTime = dateFormat({
    timeZone: tenant.time_zone,
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(now)

  return (
    <Card title="About">
      <DescriptionList
        items={[
          ...customer,
          {
            term: 'SIP domain',
            details: (
              <span className="flex items-center gap-1">
                <span className="code min-w-0 whitespace-normal wrap-anywhere">{tenant.domain}</span>
                <CopyButton text={tenant.domain} what="SIP domain" />
              </span>
            ),
          },
          {
            term: 'Tenant code',
            details: tenant.tenant_code && <span className="code">{tenant.tenant_code}</span>,
          },
          { term: 'Time zone', details: zoneName(tenant.time_zone) },
          { term: 'Local time', details: <span className="numeric">{localTime}</span> },
          { term: 'Since', details: <LocalDate at={tenant.created_at} /> },
        ]}
      />
    </Card>
  )
}
