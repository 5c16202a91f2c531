import { dateFormat } from '@/lib/dates/date-format'
import { Alert } from './alert'
import { Button } from './button'

export type DraftNoticeProps = {
  /** When it was last edited, in milliseconds since 1970; null if there is nothing to offer. */
  offer: { at: number } | null
  outdated: boolean
  restore: () => void
  discard: () => void
}

function shownTime(at: number): string {
  const today = new Date(at).toDateString() === new Date().toDateString()
  return dateFormat({ timeStyle: 'short', ...(!today && { dateStyle: 'medium' }) }).format(at)
}

/** Offers unsaved input from earlier. */
export function DraftNotice({ offer, outdated, restore, discard }: DraftNoticeProps) {
  if (!offer) return null
  return (
    <Alert
      role="status"
      title={`You have unsaved changes from ${shownTime(offer.at)}.`}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={restore}>
            Restore
          </Button>
          <Button size="sm" variant="ghost" onClick={discard}>
            Discard
          </Button>
        </div>
      }
    >
      {outdated ? 'This was saved again since then. Check what you restore before you save it.' : null}
    </Alert>
  )
}
