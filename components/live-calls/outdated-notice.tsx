import { Alert } from '@/components/ui/alert'
import { useSecond } from '@/hooks/use-second'
import { formatDateTime } from '@/lib/dates/format'
import { SILENT_MS } from '@/lib/live/calls-now'
import { SHOWN_MS } from '@/lib/live/live-calls'

/** Warns that the data may be outdated, because a switch's agent has not reported for a while. */
export function OutdatedNotice({ reportedAt }: { reportedAt: number | null }) {
  const silent = useSecond() - (reportedAt ?? Number.POSITIVE_INFINITY)
  if (reportedAt === null || silent <= SILENT_MS) return null
  const since = formatDateTime(new Date(reportedAt).toISOString())
  return (
    <Alert tone="warning" className="mb-3" title="A switch is not reporting its calls">
      {silent < SHOWN_MS
        ? `Its calls are shown as they were at ${since}.`
        : `Its calls since ${since} are missing here.`}{' '}
      The calls continue; only the connection from the switch’s agent to this server is down.
    </Alert>
  )
}
