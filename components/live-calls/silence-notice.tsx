import { Alert } from '@/components/ui/alert'
import { useSecond } from '@/hooks/use-second'
import { formatDateTime } from '@/lib/dates/format'

/** An agent tells every five seconds at least. */
const SILENT_MS = 20_000

/** Calls of a switch that has been silent for longer are not shown any more (public.live_call_list). */
const SHOWN_MS = 600_000

/** That what is shown may not be true any more: the agent of a switch has not told for a while. */
export function SilenceNotice({ toldAt }: { toldAt: number | null }) {
  const silent = useSecond() - (toldAt ?? Number.POSITIVE_INFINITY)
  if (toldAt === null || silent <= SILENT_MS) return null
  const since = formatDateTime(new Date(toldAt).toISOString())
  return (
    <Alert tone="warning" className="mb-3" title="A switch is not reporting its calls">
      {silent < SHOWN_MS
        ? `Its calls are shown as they were at ${since}.`
        : `Its calls since ${since} are missing here.`}{' '}
      They go on: only the way from its agent to here is broken.
    </Alert>
  )
}
