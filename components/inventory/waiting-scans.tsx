import { Alert } from '@/components/ui/alert'
import { LinkButton } from '@/components/ui/link-button'
import { isUnsettled, readReceipts } from '@/lib/inventory/receiving'

/** Offers to send what a user has scanned without a connection and left, and tells of what the server has rejected since. */
export function WaitingScans({ kept }: { kept: string }) {
  const unsettled = readReceipts(kept).filter(isUnsettled)
  const waiting = unsettled.length
  const rejected = unsettled.some(({ state }) => state === 'rejected')
  if (waiting === 0) return null
  return (
    <Alert
      tone="warning"
      role="status"
      className="mb-4 print:hidden"
      action={
        <LinkButton size="sm" href="/app/inventory?receive=true">
          {rejected ? 'Show the scans' : waiting === 1 ? 'Send it' : 'Send them'}
        </LinkButton>
      }
    >
      {waiting === 1 ? 'A phone that you scanned is' : `${waiting} phones that you scanned are`} not in
      inventory yet.
    </Alert>
  )
}
