import { Circle, CircleCheck } from 'lucide-react'
import { RecordLink } from '@/components/common/record-link'
import { Card } from '@/components/ui/card'
import { useSetupSteps } from '@/hooks/use-setup-steps'
import { tenantPath } from '@/lib/record-paths'
import { SETUP_STEPS } from '@/lib/tenants/setup-steps'

/** The setup steps a tenant still needs, each linked to its page; hidden once all are done. */
export function SetupChecklist({ tenantId }: { tenantId: string }) {
  const { data: done } = useSetupSteps(tenantId, true)
  if (!done || SETUP_STEPS.every(({ name }) => done[name])) return null
  const count = SETUP_STEPS.filter(({ name }) => done[name]).length
  return (
    <Card title="Set up this tenant">
      <p className="mb-2 text-sm text-text-muted">
        {count} of {SETUP_STEPS.length} steps done.
      </p>
      <ol className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-2 xl:grid-cols-3">
        {SETUP_STEPS.map(({ name, label, path }) => (
          <li key={name} className="flex items-center gap-2 touch:min-h-11">
            {done[name] ? (
              <>
                <CircleCheck aria-hidden size={16} className="shrink-0 text-success-text" />
                <span className="text-text-muted">
                  <span className="sr-only">Done: </span>
                  {label}
                </span>
              </>
            ) : (
              <>
                <Circle aria-hidden size={16} className="shrink-0 text-text-muted" />
                <RecordLink href={`${tenantPath(tenantId)}/${path}`}>{label}</RecordLink>
              </>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
