import { CircleCheck } from 'lucide-react'
import { Loaded } from '@/components/common/loaded'
import { Moment } from '@/components/common/moment'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useCheck } from '@/hooks/use-check'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import type { ConfigurationCheck } from '@/lib/tenants/checks-client'
import { AcceptedGroup } from './accepted-group'
import { ProblemGroup } from './problem-group'
import { SEVERITIES } from './severity'

/** What is wrong with a tenant's configuration, the worst first, each with the way to mend it. */
export function CheckPage() {
  const query = useCheck(useCurrentTenantId())
  return (
    <>
      <header className="mb-3">
        <h2 className="text-xl font-semibold">Configuration check</h2>
        <p className="text-sm text-text-muted">
          Problems in the saved configuration that make calls fail, surprise people or break a law.
        </p>
        <p role="status" className="min-h-5 text-sm text-text-muted">
          {query.data ? <Freshness check={query.data} /> : null}
        </p>
      </header>
      <Loaded
        query={query}
        title="The configuration check could not be loaded"
        pending={<Pending />}
        empty={<EmptyState title="There is nothing to show here" />}
      >
        {(check) => (check.checked_at === null ? <Pending /> : <Problems check={check} />)}
      </Loaded>
    </>
  )
}

function Freshness({ check }: { check: ConfigurationCheck }) {
  if (check.checked_at === null) return 'The server is checking this tenant for the first time.'
  if (!check.current) return 'Checking the latest changes…'
  return (
    <>
      Checked <Moment at={check.checked_at} />
    </>
  )
}

function Pending() {
  return (
    <div role="status">
      <span className="sr-only">Checking the configuration</span>
      <Skeleton className="h-64 w-full" />
    </div>
  )
}

function Problems({ check: { problems } }: { check: ConfigurationCheck }) {
  const open = problems.filter(({ accepted }) => accepted === null)
  return (
    <div className="flex flex-col gap-4">
      {open.length === 0 ? (
        <EmptyState icon={<CircleCheck size={18} />} title="Nothing to fix">
          {problems.length === 0
            ? 'Every call goes where it should.'
            : 'Every other problem has been accepted.'}
        </EmptyState>
      ) : null}
      {SEVERITIES.map((group) => (
        <ProblemGroup
          key={group.severity}
          group={group}
          problems={open.filter(({ severity }) => severity === group.severity)}
        />
      ))}
      <AcceptedGroup problems={problems.filter(({ accepted }) => accepted !== null)} />
    </div>
  )
}
