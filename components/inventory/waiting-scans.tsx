import { Alert } from '@/components/ui/alert'
import { LinkButton } from '@/components/ui/link-button'
import { isPending, readReceipts } from '@/lib/inventory/receiving'

/** Offers to send what a user has scanned without a connection and left. */
export function WaitingScans({ kept }: { kept: string }) {
  const waiting = readReceipts(kept).filter(isPending).length
  if (waiting === 0) return null
  return (
    <Alert
      tone="warning"
      role="status"
      className="mb-4 print:hidden"
      action={
        <LinkButton size="sm" href="/app/inventory?receive=true">
          {waiting === 1 ? 'Send it' : 'Send them'}
        </LinkButton>
      }
    >
      {waiting === 1 ? 'A phone that you scanned is' : `${waiting} phones that you scanned are`} not in
      inventory yet.
    </Alert>
  )
}
