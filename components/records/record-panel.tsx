import { type ReactNode, useState } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { keys } from '@/hooks/keys'
import { type Query, useQuery } from '@/hooks/use-query'
import { useRecord } from '@/hooks/use-record'
import { useTenantId } from '@/hooks/use-tenant'
import type { RecordRow, RecordValues } from '@/lib/records/field'
import { sentenceCase } from '@/lib/records/words'
import type { Supabase } from '@/lib/supabase/browser-client'
import { RecordForm, type RecordFormProps } from './record-form'

/** Initial values of a new record, on top of the blank ones; a function if the database provides them. */
export type NewValues = RecordValues | ((supabase: Supabase) => Promise<RecordValues>)

export interface RecordPanelProps
  extends Omit<RecordFormProps, 'stored' | 'initial' | 'onSaved' | 'onDelete'> {
  /** A record's id, or 'new'. */
  record: string
  initial?: NewValues
  onDelete: (row: RecordRow) => void
  onCreated?: (row: RecordRow) => void
}

/** The form of the record in the address. */
export function RecordPanel({ record, initial, onDelete, onCreated, ...props }: RecordPanelProps) {
  const { resource, onClose } = props
  const query = useRecord(resource, record === 'new' ? null : record)
  const stored = query.data
  if (record === 'new') {
    const created = (row: RecordRow) => {
      onClose()
      onCreated?.(row)
    }
    return typeof initial === 'function' ? (
      <AskedForm key={record} {...props} ask={initial} onSaved={created} />
    ) : (
      <RecordForm key={record} {...props} stored={null} initial={initial} onSaved={created} />
    )
  }
  if (stored) {
    return (
      <RecordForm
        key={record}
        {...props}
        stored={stored}
        onSaved={onClose}
        onDelete={() => onDelete(stored)}
      />
    )
  }
  return (
    <Awaited
      resource={resource}
      query={query}
      onClose={onClose}
      empty={
        <EmptyState title={`${sentenceCase(resource.noun)} not found`}>
          It has been deleted, or the address is mistyped.
        </EmptyState>
      }
    />
  )
}

/** The form of a new record, once the database has provided its initial values. */
function AskedForm({
  ask,
  ...props
}: Omit<RecordFormProps, 'stored' | 'initial'> & { ask: (supabase: Supabase) => Promise<RecordValues> }) {
  const { resource, onClose } = props
  const tenantId = useTenantId()
  // Each form asks again, because a free number may be taken meanwhile.
  const [opening] = useState(() => crypto.randomUUID())
  const query = useQuery(keys.record(tenantId, resource.table, 'new', opening), ask, {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  })
  if (query.data) return <RecordForm {...props} stored={null} initial={query.data} />
  return <Awaited resource={resource} query={query} onClose={onClose} />
}

function Awaited({
  resource,
  query,
  empty = null,
  onClose,
}: Pick<RecordPanelProps, 'resource' | 'onClose'> & { query: Query<unknown>; empty?: ReactNode }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`The ${resource.noun}`}
      titleHidden
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Loaded
        query={query}
        pending={
          <div role="status" className="flex flex-col gap-3">
            <span className="sr-only">Loading</span>
            <Skeleton className="h-8 w-full" />
            <Skeleton className="h-8 w-full" />
            <Skeleton className="h-8 w-full" />
          </div>
        }
        empty={empty}
      >
        {() => null}
      </Loaded>
    </Dialog>
  )
}
