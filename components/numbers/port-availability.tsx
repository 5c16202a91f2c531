import type { Portability } from '@/lib/numbers/number-facts'
import { PORTABILITY_API } from '@/lib/numbers/port-orders'
import { NumberCheck } from './number-check'
import { PortResults } from './port-results'

/** Whether numbers can be ported here; what can be done with those that can. */
export function PortAvailability() {
  return (
    <NumberCheck<Portability>
      title="Port availability"
      description="Which numbers can be brought here from other carriers."
      path={PORTABILITY_API}
      most={1000}
      verb="Check"
    >
      {(checked, working, round) => <PortResults key={round} checked={checked} working={working} />}
    </NumberCheck>
  )
}
