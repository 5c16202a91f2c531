import { Amount } from '@/components/common/amount'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { keepPlace } from '@/components/ui/keep-place'
import { useBusinessZone } from '@/hooks/use-business-day'
import { termsLabel } from '@/lib/billing/account'
import type { Invoice, InvoiceLine } from '@/lib/billing/invoices'
import { formatMoney } from '@/lib/billing/money'
import { letterhead } from '@/lib/company/profile'
import { todayIn } from '@/lib/dates/day'
import { dayLabel, monthLabel } from '@/lib/dates/format'
import { formatFigure } from '@/lib/figures'
import { countOf } from '@/lib/words'

/** An invoice as printed: the print style sheet hides the rest of the page (styles/print.css). */
export function InvoiceDocument({
  invoice,
  lines,
  onRemoveLine,
}: {
  invoice: Invoice
  lines: readonly InvoiceLine[]
  /** Removes an adjustment; undefined if nothing may be removed. */
  onRemoveLine: ((line: InvoiceLine) => void) | undefined
}) {
  const { currency, status } = invoice
  const zone = useBusinessZone()
  const sender = letterhead(invoice.issuer)
  const tax = lines.find(({ kind }) => kind === 'tax')
  return (
    <article
      data-print
      aria-label={invoice.number ? `Invoice ${invoice.number}` : 'Draft invoice'}
      className="rounded-lg border border-border bg-surface p-4 shadow-card sm:p-8"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div>
          <p className="text-xl font-semibold tracking-tight">{sender.name}</p>
          <p className="mt-1 text-sm whitespace-pre-line text-text-muted">{sender.details}</p>
          <p className="mt-4 text-sm text-text-muted">Bill to</p>
          <p className="text-base whitespace-pre-line first-line:font-medium">{invoice.bill_to}</p>
        </div>
        <div className="sm:text-right">
          <p className="text-2xl font-semibold tracking-tight">
            {invoice.number ? `Invoice ${invoice.number}` : 'Draft invoice'}
          </p>
          {status === 'void' ? <Badge tone="danger">Void</Badge> : null}
          <dl className="mt-2 grid grid-cols-[auto_auto] justify-start gap-x-4 text-base sm:justify-end">
            <Fact term="Period">{monthLabel(invoice.period_start)}</Fact>
            <Fact term="Issued">{invoice.issued_on ? dayLabel(invoice.issued_on) : 'Not yet'}</Fact>
            <Fact term="Due">
              {invoice.due_on ? dayLabel(invoice.due_on) : termsLabel(invoice.terms_days)}
            </Fact>
          </dl>
        </div>
      </header>

      <table className="mt-6 w-full border-collapse text-base max-sm:block">
        <caption className="sr-only">Lines</caption>
        <thead className="border-b border-border text-sm text-text-muted max-sm:sr-only">
          <tr>
            <th scope="col" className="py-2 pr-3 text-left font-medium">
              Description
            </th>
            <th scope="col" className="px-3 py-2 text-right font-medium">
              Quantity
            </th>
            <th scope="col" className="px-3 py-2 text-right font-medium">
              Unit price
            </th>
            <th scope="col" className="py-2 pl-3 text-right font-medium">
              Amount
            </th>
          </tr>
        </thead>
        <tbody ref={keepPlace} className="max-sm:block">
          {lines.map((line) => (
            <Line key={line.id} line={line} currency={currency} onRemove={onRemoveLine} />
          ))}
        </tbody>
      </table>
      {lines.length === 0 ? <p className="py-6 text-center text-base text-text-muted">No lines</p> : null}

      <dl className="mt-4 ml-auto grid w-full max-w-72 grid-cols-[1fr_auto] gap-y-1 text-base">
        {tax?.taxed ? (
          <>
            <Sum term="Subtotal" value={tax.taxed} currency={currency} />
            <Sum term="Tax" value={tax.amount} currency={currency} />
          </>
        ) : null}
        <Sum
          term="Total"
          value={invoice.total}
          currency={currency}
          strong={status === 'draft' || status === 'void'}
        />
        {status === 'issued' || status === 'paid' ? (
          <>
            <Sum term="Paid" value={invoice.paid} currency={currency} />
            <Sum term="Amount due" value={invoice.total - invoice.paid} currency={currency} strong />
          </>
        ) : null}
      </dl>
      {invoice.payment_instructions ? (
        <section className="mt-6 border-t border-border pt-4">
          <h2 className="text-base font-semibold">How to pay</h2>
          <p className="mt-1 text-base whitespace-pre-line">{invoice.payment_instructions}</p>
        </section>
      ) : null}
      {invoice.tax_exemption ? (
        <p className="mt-6 text-base">Exempt from tax: {invoice.tax_exemption}</p>
      ) : null}
      {invoice.note ? <p className="mt-6 text-base whitespace-pre-line">{invoice.note}</p> : null}
      {invoice.voided_at ? (
        <p className="mt-6 text-base text-danger-text">
          Void since {dayLabel(todayIn(zone, new Date(invoice.voided_at)))}: {invoice.void_reason}
        </p>
      ) : null}
    </article>
  )
}

function Fact({ term, children }: { term: string; children: string }) {
  return (
    <>
      <dt className="text-left text-text-muted">{term}</dt>
      <dd className="numeric text-right max-sm:text-left">{children}</dd>
    </>
  )
}

function Sum({
  term,
  value,
  currency,
  strong = false,
}: {
  term: string
  value: number
  currency: string
  strong?: boolean
}) {
  const weight = strong ? 'border-t border-border pt-1 text-lg font-semibold' : ''
  return (
    <>
      <dt className={weight}>{term}</dt>
      <dd className={`pl-6 text-right ${weight}`}>
        <Amount value={value} currency={currency} />
      </dd>
    </>
  )
}

function Line({
  line,
  currency,
  onRemove,
}: {
  line: InvoiceLine
  currency: string
  onRemove: ((line: InvoiceLine) => void) | undefined
}) {
  const price = line.unit_price
  return (
    <tr className="border-b border-border align-top max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-4 max-sm:py-2">
      <td className="py-2 pr-3 wrap-anywhere max-sm:py-0">
        {line.description}
        <span className="block text-sm text-text-muted">
          {line.taxed === null
            ? lineDays(line)
            : `${line.tax_percent}% of ${formatMoney(line.taxed, currency)}`}
        </span>
        {onRemove && line.kind === 'adjustment' ? (
          <Button size="sm" className="mt-1 print:hidden" onClick={() => onRemove(line)}>
            Remove <span className="sr-only">{line.description}</span>
          </Button>
        ) : null}
      </td>
      <td className="numeric px-3 py-2 text-right max-sm:hidden">
        {line.kind === 'tax' ? null : formatFigure(line.quantity)}
      </td>
      <td className="px-3 py-2 text-right max-sm:hidden">
        {price === null ? null : <Amount value={price} currency={currency} />}
      </td>
      <td className="py-2 pl-3 text-right max-sm:py-0">
        <Amount value={line.amount} currency={currency} />
        <span className="numeric hidden text-sm text-text-muted max-sm:block">{quantityOnPhone(line)}</span>
      </td>
    </tr>
  )
}

function quantityOnPhone({ kind, quantity }: InvoiceLine): string | null {
  if (kind === 'tax') return null
  return kind === 'usage' ? countOf(quantity, 'call') : `× ${formatFigure(quantity)}`
}

function lineDays({ service_from: from, service_to: to }: InvoiceLine): string {
  if (!from || !to) return ''
  return from === to ? dayLabel(from) : `${dayLabel(from)} – ${dayLabel(to)}`
}
