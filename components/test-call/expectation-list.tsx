import { EllipsisVertical } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { IconButton } from '@/components/ui/icon-button'
import { lateDialog } from '@/components/ui/late-code'
import { ConfirmDialog } from '@/components/ui/lazy-confirm-dialog'
import { Menu, type MenuEntry } from '@/components/ui/menu'
import { Skeleton } from '@/components/ui/skeleton'
import { StatusBadge } from '@/components/ui/status-badge'
import { useVerdicts } from '@/hooks/use-expectations'
import { useHashTarget } from '@/hooks/use-hash-target'
import { useMember } from '@/hooks/use-member'
import { useWrite } from '@/hooks/use-write'
import { may } from '@/lib/session/permissions'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { type Expectation, expectedText, type Verdict } from '@/lib/telephony/simulator/expectation'
import { deleteExpectation } from '@/lib/telephony/simulator/expectation-client'
import { describeCall } from './describe-call'

const ExpectationDialog = lateDialog(
  dynamic(() => import('./expectation-dialog').then((module) => module.ExpectationDialog)),
)

/** The expectations about a tenant’s calls, each with whether it is met. */
export function ExpectationList({
  snapshot,
  onTest,
}: {
  snapshot: TenantSnapshot
  onTest: (expectation: Expectation) => void
}) {
  const query = useVerdicts(snapshot)
  useHashTarget(query.data !== undefined)
  const { permissions } = useMember()
  const [editing, setEditing] = useState<Expectation | null>(null)
  const [deleting, setDeleting] = useState<Expectation | null>(null)
  const write = useWrite()

  function entriesOf(expectation: Expectation): MenuEntry[] {
    return [
      { kind: 'action', label: 'Test this call', onSelect: () => onTest(expectation) },
      ...(may(permissions, 'telephony', 'edit')
        ? [{ kind: 'action', label: 'Edit', onSelect: () => setEditing(expectation) } as const]
        : []),
      ...(may(permissions, 'telephony', 'delete')
        ? [
            {
              kind: 'action',
              label: 'Delete',
              danger: true,
              onSelect: () => setDeleting(expectation),
            } as const,
          ]
        : []),
    ]
  }

  return (
    <div id="expectations" className="mt-4 scroll-mt-16">
      <Card title="Expectations" flush>
        <Loaded
          query={query}
          title="The expectations could not be checked"
          pending={<Skeleton className="m-4 h-12" />}
          empty={
            <EmptyState title="No expectations yet">
              Test a call and keep its result: it is tested again after each change.
            </EmptyState>
          }
        >
          {(verdicts) => (
            <ul aria-label="Expectations" className="divide-y divide-border">
              {verdicts.map((verdict) => (
                <Row
                  key={verdict.expectation.id}
                  snapshot={snapshot}
                  verdict={verdict}
                  entries={entriesOf(verdict.expectation)}
                />
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
      {editing ? (
        <ExpectationDialog
          snapshot={snapshot}
          question={editing.question}
          stored={editing}
          onClose={() => setEditing(null)}
        />
      ) : null}
      {deleting ? (
        <ConfirmDialog
          open
          onOpenChange={() => setDeleting(null)}
          title={`Delete “${deleting.name}”?`}
          confirmLabel="Delete"
          onConfirm={() =>
            write((supabase) => deleteExpectation(supabase, deleting.id), 'Expectation deleted')
          }
        >
          You will no longer be warned when these calls are routed differently.
        </ConfirmDialog>
      ) : null}
    </div>
  )
}

function Row({
  snapshot,
  verdict: { expectation, holds, actual, isOver },
  entries,
}: {
  snapshot: TenantSnapshot
  verdict: Verdict
  entries: readonly MenuEntry[]
}) {
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
          <span className="font-medium wrap-anywhere">{expectation.name}</span>
          <StatusBadge tone={isOver ? 'neutral' : holds ? 'success' : 'danger'}>
            {isOver ? 'Over' : holds ? 'Holds' : 'Broken'}
          </StatusBadge>
        </p>
        <p className="text-sm text-text-muted">
          {describeCall(snapshot, expectation.question)} It {expectedText(snapshot, expectation)}.
        </p>
        {holds ? null : <p className="text-sm text-danger-text">Instead: {actual}</p>}
      </div>
      <Menu
        trigger={<IconButton label={`Actions for ${expectation.name}`} icon={EllipsisVertical} />}
        entries={entries}
      />
    </li>
  )
}
