import type { Portability } from '@/lib/numbers/number-facts'
import { MAX_NUMBERS, PORTABILITY_API } from '@/lib/numbers/port-orders'
import { NumberCheck } from './number-check'
import { PortResults } from './port-results'

/** Checks whether numbers can be ported, and what to do with those that can. */
export function PortAvailability() {
  return (
    <NumberCheck<Portability>
      title="Port availability"
      description="Which numbers can be brought here from other carriers."
      path={PORTABILITY_API}
      most={MAX_NUMBERS}
      verb="Check"
    >
      {(checked, working, round) => <PortResults key={round} checked={checked} working={working} />}
    </NumberCheck>
  )
}
