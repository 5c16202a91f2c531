import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { useMember } from '@/hooks/use-member'
import { useRecord } from '@/hooks/use-record'
import { useWrite } from '@/hooks/use-write'
import type { RecordRow } from '@/lib/records/field'
import type { Resource } from '@/lib/records/resource'
import { may } from '@/lib/session/permissions'
import { deleteRow } from '@/lib/supabase/delete-row'
import { sentenceCase } from '@/lib/words'

type OfTenant = RecordRow & { tenant_id: string | null }

export interface ReadOnlyRecordProps<Row extends OfTenant> {
  resource: Resource<Row> & { table: 'faxes' | 'mails' | 'voicemail_messages' }
  id: string
  title: (row: Row) => string
  /** Why the record may be missing. */
  gone: string
  /** More buttons beside Close. */
  actions?: (row: Row) => ReactNode
  /** What deleting it loses; without it, the record cannot be deleted. */
  deletion?: string
  onClose: () => void
  children: (row: Row) => ReactNode
}

/** A read-only record of a tenant. */
export function ReadOnlyRecord<Row extends OfTenant>({
  resource,
  id,
  title,
  gone,
  actions,
  deletion,
  onClose,
  children,
}: ReadOnlyRecordProps<Row>) {
  const { table, noun, section } = resource
  const query = useRecord(resource, id)
  const row = query.data as Row | null | undefined
  const { permissions } = useMember()
  const write = useWrite()
  const [deleting, setDeleting] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={row ? title(row) : sentenceCase(noun)}
      footer={
        <>
          {row && deletion && may(permissions, section, 'delete') ? (
            <Button className="mr-auto" variant="danger" icon={Trash2} onClick={() => setDeleting(true)}>
              Delete
            </Button>
          ) : null}
          {row && actions?.(row)}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <Loaded query={query} empty={<EmptyState title={`This ${noun} is gone`}>{gone}</EmptyState>}>
        {(stored) => <div className="flex flex-col gap-4">{children(stored as Row)}</div>}
      </Loaded>
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        zIndex={60}
        title={`Delete this ${noun}?`}
        confirmLabel="Delete"
        onConfirm={async () => {
          await write(
            (supabase) => deleteRow(supabase, table, row?.tenant_id ?? '', id),
            `The ${noun} was deleted.`,
          )
          onClose()
        }}
      >
        {deletion}
      </ConfirmDialog>
    </Dialog>
  )
}
