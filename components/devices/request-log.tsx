import { Moment } from '@/components/common/moment'
import { Badge, type Tone } from '@/components/ui/badge'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useProvisioningRequests } from '@/hooks/use-phone-configuration'
import { failureMessage } from '@/lib/errors'

const OUTCOMES: Record<number, { tone: Tone; text: string }> = {
  200: { tone: 'success', text: 'Served' },
  401: { tone: 'warning', text: 'Wrong password' },
  403: { tone: 'warning', text: 'Disabled' },
  404: { tone: 'neutral', text: 'No such file' },
}

/** The last requests for a phone's configuration. */
export function RequestLog({ deviceId }: { deviceId: string }) {
  const { data, error, isValidating, mutate } = useProvisioningRequests(deviceId)
  if (error && !data) {
    return (
      <ErrorState message={failureMessage(error)} retrying={isValidating} onRetry={() => void mutate()} />
    )
  }
  if (!data) return <Skeleton className="h-16 w-full" />
  if (data.length === 0) {
    return <p className="text-base text-text-muted">The phone has not asked for its configuration yet.</p>
  }
  return (
    <ul className="flex flex-col divide-y divide-border rounded-lg border border-border text-sm">
      {data.map(({ id, requested_at: at, status, file, agent, address, bytes }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2">
          <Badge tone={OUTCOMES[status]?.tone ?? 'danger'}>
            {OUTCOMES[status]?.text ?? `Status ${status}`}
          </Badge>
          <Moment at={at} />
          <span className="code">{file}</span>
          {bytes ? <span className="numeric text-text-muted">{bytes} bytes</span> : null}
          <span className="code text-text-muted">{address}</span>
          <span className="min-w-0 truncate text-text-muted">{agent}</span>
        </li>
      ))}
    </ul>
  )
}
