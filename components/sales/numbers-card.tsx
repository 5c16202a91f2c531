import { Card } from '@/components/ui/card'
import { LinkButton } from '@/components/ui/link-button'
import type { OpportunityDetails } from '@/lib/sales/opportunity'
import { formatNorthAmericanPhone } from '@/lib/validation/phone'

const portability = (portable: boolean | null) =>
  portable === null ? 'Not known' : portable ? 'Portable' : 'Not portable'

/** The numbers that the company brings along. */
export function NumbersCard({ numbers }: { numbers: OpportunityDetails['numbers'] }) {
  return (
    <Card
      title="Numbers to port"
      flush
      actions={
        <LinkButton href="/app/sales/port-availability" size="sm">
          Check numbers
        </LinkButton>
      }
    >
      {numbers.length === 0 ? (
        <p className="px-4 py-3 text-sm text-text-muted">None yet. They are checked and attached there.</p>
      ) : (
        <ul className="divide-y divide-border text-sm">
          {numbers.map(({ id, number, portable, carrier }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-4 px-4 py-2">
              <span className="numeric font-medium">{formatNorthAmericanPhone(number) ?? number}</span>
              <span className="text-text-muted">
                {[portability(portable), carrier].filter(Boolean).join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
