import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { lateDialog } from '@/components/ui/late-code'
import type { RecordForm } from '@/hooks/use-record-form'
import { useTenantId } from '@/hooks/use-tenant'
import type { Resource } from '@/lib/records/resource'
import { isInSnapshot, type UnsavedRecord } from '@/lib/telephony/simulator/overlay'

const TestUnsavedDialog = lateDialog(
  dynamic(() => import('./test-unsaved-dialog').then((module) => module.TestUnsavedDialog)),
)

/** A button in a record’s form that tests a call with the current input. Hidden for records that routing does not depend on. */
export function TestUnsaved({
  resource,
  id,
  record: { form, unsaved },
}: {
  resource: Resource
  id: string
  record: Pick<RecordForm, 'form' | 'unsaved'>
}) {
  const tenantId = useTenantId()
  const [typed, setTyped] = useState<UnsavedRecord | null>(null)
  if (!tenantId || !isInSnapshot(resource.table)) return null
  const { table, children } = resource

  // Input that could not be saved cannot be tested either, and is flagged.
  const test = form.handleSubmit((parsed) =>
    setTyped({ table, id, children, values: { ...form.getValues(), ...parsed } }),
  )

  return (
    <>
      <Button variant="ghost" onClick={() => void test()}>
        Test a call
      </Button>
      {typed ? (
        <TestUnsavedDialog
          tenantId={tenantId}
          record={typed}
          unsaved={unsaved}
          onClose={() => setTyped(null)}
        />
      ) : null}
    </>
  )
}
