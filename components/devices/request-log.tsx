import { Loaded } from '@/components/common/loaded'
import { Moment } from '@/components/common/relative-time'
import { Badge, type Tone } from '@/components/ui/badge'
import { Skeleton } from '@/components/ui/skeleton'
import { useProvisioningRequests } from '@/hooks/use-phone-configuration'
import { formatSize } from '@/lib/recordings/format'

const OUTCOMES: Record<number, { tone: Tone; text: string }> = {
  200: { tone: 'success', text: 'Served' },
  401: { tone: 'warning', text: 'Wrong password' },
  403: { tone: 'warning', text: 'Disabled or suspended' },
  404: { tone: 'neutral', text: 'No such file' },
  429: { tone: 'warning', text: 'Delayed after wrong passwords' },
}

/** What a request did not get, by whose account it sent; of the tenant's own, the status tells. */
const STRANGERS: Record<string, string> = {
  none: 'Without the provisioning account',
  other: 'With another account',
}

/** The last requests for a phone's files, and what became of each. */
export function RequestLog({ deviceId }: { deviceId: string }) {
  return (
    <Loaded
      query={useProvisioningRequests(deviceId)}
      pending={<Skeleton className="h-16 w-full" />}
      empty={<p className="text-base text-text-muted">The phone has not asked for its configuration yet.</p>}
    >
      {(requests) => (
        <ul className="flex flex-col divide-y divide-border rounded-lg border border-border text-sm">
          {requests.map(({ id, requested_at: at, status, account, file, agent, address, bytes }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2">
              <Outcome account={account} status={status} />
              <Moment at={at} />
              <span className="code">{file}</span>
              {bytes ? <span className="numeric text-text-muted">{formatSize(bytes)}</span> : null}
              <span className="code text-text-muted">{address}</span>
              <span className="min-w-0 truncate text-text-muted">{agent}</span>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}

function Outcome({ account, status }: { account: string; status: number }) {
  const stranger = STRANGERS[account]
  const known = stranger ? { tone: 'warning' as const, text: stranger } : OUTCOMES[status]
  return <Badge tone={known?.tone ?? 'danger'}>{known?.text ?? `Status ${status}`}</Badge>
}
