import { CircleCheck } from 'lucide-react'
import { Loaded } from '@/components/common/loaded'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useProblems } from '@/hooks/use-problems'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { ProblemGroup } from './problem-group'
import { SEVERITIES } from './severity'

/** What is wrong with a tenant's configuration, the worst first, each with the way to mend it. */
export function CheckPage() {
  const query = useProblems(useCurrentTenantId())
  return (
    <>
      <header className="mb-3">
        <h2 className="text-xl font-semibold">Configuration check</h2>
        <p className="text-sm text-text-muted">
          What makes a call fail, surprises somebody or breaks a law, as the configuration is saved now.
        </p>
      </header>
      <Loaded
        query={query}
        title="The configuration could not be checked"
        pending={
          <div role="status">
            <span className="sr-only">Checking the configuration</span>
            <Skeleton className="h-64 w-full" />
          </div>
        }
        empty={
          <EmptyState icon={<CircleCheck size={18} />} title="Nothing to mend.">
            Every call goes where it should.
          </EmptyState>
        }
      >
        {(problems) => (
          <div className="flex flex-col gap-4">
            {SEVERITIES.map((group) => (
              <ProblemGroup
                key={group.severity}
                group={group}
                problems={problems.filter(({ severity }) => severity === group.severity)}
              />
            ))}
          </div>
        )}
      </Loaded>
    </>
  )
}
