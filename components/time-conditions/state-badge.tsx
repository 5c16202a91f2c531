import { Badge } from '@/components/ui/badge'
import type { OpenState } from '@/lib/telephony/schedule'

export function StateBadge({ state }: { state: OpenState }) {
  return <Badge tone={state === 'open' ? 'success' : 'neutral'}>{state === 'open' ? 'Open' : 'Closed'}</Badge>
}
