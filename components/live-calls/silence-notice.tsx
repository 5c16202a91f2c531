import { Alert } from '@/components/ui/alert'
import { useSecond } from '@/hooks/use-second'
import { formatDateTime } from '@/lib/dates/format'

/** An agent tells every five seconds at least. */
const SILENT_MS = 20_000

/** That what is shown may not be true any more: the agent of a switch has not told for a while. */
export function SilenceNotice({ toldAt }: { toldAt: number | null }) {
  const isSilent = useSecond() - (toldAt ?? Number.POSITIVE_INFINITY) > SILENT_MS
  if (toldAt === null || !isSilent) return null
  return (
    <Alert tone="warning" className="mb-3" title="A switch does not tell of its calls">
      Its calls are shown as they were at {formatDateTime(new Date(toldAt).toISOString())}. They go on: only
      the way from the switch to here is broken.
    </Alert>
  )
}
