import { useMemo, useState } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useSnapshot } from '@/hooks/use-snapshot'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { overlay, type UnsavedRecord } from '@/lib/telephony/simulator/overlay'
import { startedCall } from '@/lib/telephony/simulator/started-call'
import { CallTester } from './call-tester'

export interface TestUnsavedDialogProps {
  tenantId: string
  /** The record as in its form. */
  record: UnsavedRecord
  /** Whether it differs from what is stored. */
  unsaved: boolean
  onClose: () => void
}

/** A call test on top of a form, with the form's values overlaid on the tenant’s configuration. */
export function TestUnsavedDialog({ tenantId, record, unsaved, onClose }: TestUnsavedDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="xl"
      zIndex={60}
      title="Test a call"
      footer={<Button onClick={onClose}>Back to the form</Button>}
    >
      <div className="flex flex-col gap-4">
        {unsaved ? (
          <Alert tone="info" quiet title="With your unsaved changes">
            They apply to calls once saved. No phone rings.
          </Alert>
        ) : (
          <p className="text-sm text-text-muted">By the saved configuration. Nothing rings.</p>
        )}
        <Loaded
          query={useSnapshot(tenantId)}
          title="The configuration could not be loaded"
          pending={<Skeleton className="h-96 w-full" />}
          empty={<EmptyState title="There is nothing to test here" />}
        >
          {(snapshot) => <Tester snapshot={snapshot} record={record} />}
        </Loaded>
      </div>
    </Dialog>
  )
}

function Tester({ snapshot, record }: { snapshot: TenantSnapshot; record: UnsavedRecord }) {
  const laid = useMemo(() => overlay(snapshot, record), [snapshot, record])
  const [call, setCall] = useState(() => {
    const stored = [...laid.dids, ...laid.extensions].find(({ id }) => id === record.id)
    return startedCall(laid, record.table, { ...stored, ...record.values })
  })
  return (
    <CallTester
      snapshot={laid}
      call={call}
      onChange={(changes) => setCall((before) => ({ ...before, ...changes }))}
    />
  )
}
