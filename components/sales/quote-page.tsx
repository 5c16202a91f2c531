import { ArrowLeft, Printer } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { formatMoney } from '@/lib/billing/money'
import { today } from '@/lib/dates/day'
import { dayLabel } from '@/lib/dates/format'
import { opportunityPath, SALES_PATH } from '@/lib/paths'
import { PRODUCT_NAME } from '@/lib/product'
import { itemTotals } from '@/lib/sales/item-totals'
import type { OpportunityDetails } from '@/lib/sales/opportunity'
import { ItemTable } from './item-table'

/** The quote of an opportunity: what is on the paper when the page is printed (styles/print.css). */
export function QuotePage({ details, onClose }: { details: OpportunityDetails; onClose: () => void }) {
  const { opportunity, contact, items } = details
  return (
    <>
      <PageHeader
        breadcrumbs={[
          { label: 'Sales', href: SALES_PATH },
          { label: opportunity.name, href: opportunityPath(opportunity.id) },
        ]}
        title="Quote"
        actions={
          <>
            <Button icon={<ArrowLeft aria-hidden size={14} />} onClick={onClose}>
              Back
            </Button>
            <Button variant="primary" icon={<Printer aria-hidden size={14} />} onClick={() => window.print()}>
              Print
            </Button>
          </>
        }
      />
      <article
        data-print
        aria-label={`Quote for ${opportunity.company_name}`}
        className="mx-auto max-w-3xl rounded-lg border border-border bg-surface p-4 shadow-card sm:p-8"
      >
        <header className="mb-6 flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
          <div>
            <p className="text-xl font-semibold tracking-tight">{PRODUCT_NAME}</p>
            <p className="mt-4 text-sm text-text-muted">For</p>
            <p className="text-base font-medium">{opportunity.company_name}</p>
            {contact ? <p className="text-base">{contact.name}</p> : null}
          </div>
          <div className="sm:text-right">
            <p className="text-2xl font-semibold tracking-tight">Quote</p>
            <p className="text-base">{opportunity.name}</p>
            <p className="text-base text-text-muted">{dayLabel(today())}</p>
          </div>
        </header>
        <div className="-mx-4">
          <ItemTable items={items} />
        </div>
        <p className="mt-4 text-base">
          {formatMoney(itemTotals(items).firstYear, 'USD')} in the first year, taxes not included.
          {opportunity.owner_name ? ` Your contact is ${opportunity.owner_name}.` : null}
        </p>
      </article>
    </>
  )
}
