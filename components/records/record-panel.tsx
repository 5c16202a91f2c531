import { useState } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { keys } from '@/hooks/keys'
import { useQuery } from '@/hooks/use-query'
import { useRecord } from '@/hooks/use-record'
import { useTenantId } from '@/hooks/use-tenant'
import type { RecordRow, RecordValues } from '@/lib/records/field'
import type { Supabase } from '@/lib/supabase/browser-client'
import { sentenceCase } from '@/lib/words'
import { RecordForm, type RecordFormProps } from './record-form'

/** Initial values of a new record, on top of the blank ones; a function if the database provides them. */
export type NewValues = RecordValues | ((supabase: Supabase) => Promise<RecordValues>)

export interface RecordPanelProps extends Omit<
  RecordFormProps,
  'stored' | 'initial' | 'onSaved' | 'onDelete'
> {
  /** A record's id, or 'new'. */
  record: string
  initial?: NewValues
  onDelete: (row: RecordRow) => void
  onCreated?: (row: RecordRow) => void
}

/** The form of the record in the address, or of a new one once the database has told what it starts with. */
export function RecordPanel({ record, initial, onDelete, onCreated, ...props }: RecordPanelProps) {
  const { resource, onClose } = props
  const tenantId = useTenantId()
  const isNew = record === 'new'
  const ask = isNew && typeof initial === 'function' ? initial : null
  // Each form asks again: what was free may be taken.
  const [opening] = useState(() => crypto.randomUUID())
  const asked = useQuery(
    ask && keys.record(tenantId, resource.table, 'new', opening),
    async (supabase) => ask?.(supabase),
    { revalidateOnFocus: false, revalidateOnReconnect: false },
  )
  const query = useRecord(resource, isNew ? null : record)
  const stored = query.data ?? null
  const begun = typeof initial === 'function' ? asked.data : initial
  if (stored || (isNew && (begun || !ask))) {
    return (
      <RecordForm
        key={record}
        {...props}
        stored={stored}
        initial={begun}
        onSaved={(row) => {
          onClose()
          if (isNew) onCreated?.(row)
        }}
        onDelete={stored ? () => onDelete(stored) : undefined}
      />
    )
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`The ${resource.noun}`}
      titleHidden
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Loaded
        query={ask ? asked : query}
        pending={
          <div role="status" className="flex flex-col gap-3">
            <span className="sr-only">Loading</span>
            <Skeleton className="h-32 w-full" />
          </div>
        }
        empty={
          <EmptyState title={`${sentenceCase(resource.noun)} not found`}>
            It has been deleted, or the address is mistyped.
          </EmptyState>
        }
      >
        {() => null}
      </Loaded>
    </Dialog>
  )
}
