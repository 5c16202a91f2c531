import { Alert } from '@/components/ui/alert'
import { quoteTitle } from '@/lib/sales/quotes'
import { type AcceptedOtherwise as Difference, type SoldLine, soldText } from '@/lib/sales/won-plan'

/** Warns that the customer accepted other lines than those that are about to be billed, and shows both. */
export function AcceptedOtherwise({ difference }: { difference: Difference }) {
  const { accepted, sold } = difference
  return (
    <Alert
      tone="warning"
      quiet
      title={`The customer accepted ${quoteTitle(difference)}, whose lines differ from this opportunity’s`}
    >
      <Lines label="In the accepted quote" lines={accepted} />
      <Lines label="In the opportunity, which is billed" lines={sold} />
    </Alert>
  )
}

function Lines({ label, lines }: { label: string; lines: readonly SoldLine[] }) {
  return (
    <p>
      {label}: {lines.length > 0 ? lines.map(soldText).join('; ') : 'nothing instead'}.
    </p>
  )
}
