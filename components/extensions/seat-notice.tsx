import { SeatUsage } from '@/components/tenants/seat-usage'
import { Alert } from '@/components/ui/alert'

/** How many of the licensed seats are used; once all are, that no more can be added. */
export function SeatNotice({ used, licensed }: { used: number; licensed: number }) {
  if (used >= licensed) {
    return (
      <Alert tone="warning" quiet className="mb-3">
        This tenant has {used} of {licensed} extension seats in use. More can be added once more are licensed.
      </Alert>
    )
  }
  return (
    <p className="mb-3 flex items-center gap-2 text-sm text-text-muted">
      Seats <SeatUsage used={used} licensed={licensed} />
    </p>
  )
}
