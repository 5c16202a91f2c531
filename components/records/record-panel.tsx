import { type ComponentType, useContext } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, type DialogSize } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useRecord } from '@/hooks/use-record'
import { TenantContext } from '@/hooks/use-tenant'
import { failureMessage } from '@/lib/errors'
import type { RecordRow, RecordValues } from '@/lib/records/field'
import type { Resource } from '@/lib/records/resource'
import { type EditorProps, RecordForm } from './record-form'

export interface RecordPanelProps {
  resource: Resource
  /** A record's id, or 'new'. */
  record: string
  /** What a new record starts with. */
  initial?: RecordValues
  editor?: ComponentType<EditorProps>
  sections?: ComponentType<EditorProps>
  size?: DialogSize
  onClose: () => void
  onDelete: (row: RecordRow) => void
}

/** The record that the address names, in its form. On a tenant's page there is none of another tenant's. */
export function RecordPanel({ resource, record, onClose, onDelete, initial, ...form }: RecordPanelProps) {
  const isNew = record === 'new'
  const tenant = useContext(TenantContext)
  const { data, error, loading, retry } = useRecord(resource, isNew ? null : record)
  const stored = tenant && data && 'tenant_id' in data && data.tenant_id !== tenant.id ? null : data

  if (isNew || stored) {
    return (
      <RecordForm
        key={record}
        resource={resource}
        stored={isNew ? null : (stored ?? null)}
        initial={isNew ? initial : undefined}
        onClose={onClose}
        onSaved={onClose}
        onDelete={stored ? () => onDelete(stored) : undefined}
        {...form}
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
      {error ? (
        <ErrorState message={failureMessage(error)} retrying={loading} onRetry={retry} />
      ) : stored === null ? (
        <EmptyState title={`There is no such ${resource.noun}`}>
          It has been deleted, or the address is mistyped.
        </EmptyState>
      ) : (
        <div role="status" className="flex flex-col gap-3">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-8 w-full" />
          <Skeleton className="h-8 w-full" />
          <Skeleton className="h-8 w-full" />
        </div>
      )}
    </Dialog>
  )
}
