import { MOST_LOOKED_UP, type NumberFacts } from '@/lib/numbers/number-facts'
import { LookupCard } from './lookup-card'
import { LookupTable } from './lookup-table'
import { NumberCheck } from './number-check'

export function NumberLookup() {
  return (
    <NumberCheck<NumberFacts>
      title="Number look-up"
      description="Carrier, location and line type of a number, and who has it here."
      path="/api/sales/number-lookup"
      most={MOST_LOOKED_UP}
      verb="Look up"
    >
      {(facts, working) => {
        const [only] = facts
        return (
          <>
            <p role="status" className="sr-only">
              {working ? '' : `${facts.length} looked up`}
            </p>
            {facts.length > 1 ? <LookupTable facts={facts} loading={working} /> : null}
            {facts.length === 1 && only ? <LookupCard facts={only} /> : null}
          </>
        )
      }}
    </NumberCheck>
  )
}
