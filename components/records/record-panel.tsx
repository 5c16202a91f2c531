import { Loaded } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useRecord } from '@/hooks/use-record'
import type { RecordRow } from '@/lib/records/field'
import { sentenceCase } from '@/lib/records/words'
import { RecordForm, type RecordFormProps } from './record-form'

export interface RecordPanelProps extends Omit<RecordFormProps, 'stored' | 'onSaved' | 'onDelete'> {
  /** A record's id, or 'new'. */
  record: string
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
    return <RecordForm key={record} {...props} stored={null} initial={initial} onSaved={created} />
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
