import { DeleteDialog } from '@/components/common/delete-dialog'
import type { DeleteDialogProps } from '@/components/common/delete-form'
import { Loaded } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { Skeleton } from '@/components/ui/skeleton'
import { useMessagesLeft } from '@/hooks/use-extensions'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { countOf } from '@/lib/words'

/** Deletes an extension; says first which voicemail goes with it, because nothing brings that back. */
export function DeleteExtension(props: DeleteDialogProps) {
  const query = useMessagesLeft(useCurrentTenantId(), props.row.id)
  return (
    <DeleteDialog {...props} ready={query.data !== undefined}>
      <div aria-live="polite">
        <Loaded query={query} pending={<Skeleton className="h-6 w-full" />}>
          {(count) =>
            count > 0 ? (
              <Alert tone="danger" quiet>
                Its {countOf(count, 'voicemail message')} {count === 1 ? 'is' : 'are'} permanently deleted, on
                the switch too.
              </Alert>
            ) : null
          }
        </Loaded>
      </div>
    </DeleteDialog>
  )
}
