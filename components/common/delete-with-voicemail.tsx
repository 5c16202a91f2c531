import { Loaded } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { Skeleton } from '@/components/ui/skeleton'
import { useMessagesLeft } from '@/hooks/use-messages-left'
import type { Mailboxes } from '@/lib/telephony/lost-voicemail'
import { countOf } from '@/lib/words'
import { DeleteDialog } from './delete-dialog'
import type { DeleteDialogProps } from './delete-form'

/** Deletes a record; says first which voicemail goes with it, because nothing brings that back. */
export function DeleteWithVoicemail({
  left,
  from,
  ...props
}: DeleteDialogProps & {
  left: Mailboxes
  /** Where the messages are deleted, ", on the switch too". */
  from: string
}) {
  const query = useMessagesLeft(left)
  return (
    <DeleteDialog {...props} ready={query.data !== undefined}>
      <div aria-live="polite">
        <Loaded query={query} pending={<Skeleton className="h-6 w-full" />}>
          {(count) =>
            count > 0 ? (
              <Alert tone="danger" quiet>
                Its {countOf(count, 'voicemail message')} {count === 1 ? 'is' : 'are'} permanently deleted
                {from}.
              </Alert>
            ) : null
          }
        </Loaded>
      </div>
    </DeleteDialog>
  )
}
