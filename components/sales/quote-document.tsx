import { Amount } from '@/components/common/amount'
import { cn } from '@/components/ui/cn'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { formatDollars } from '@/lib/billing/money'
import { letterhead } from '@/lib/company/profile'
import { dayLabel } from '@/lib/dates/format'
import { formatFigure } from '@/lib/figures'
import { itemTotals, lineTotal } from '@/lib/sales/item-totals'
import { NO_OFFER, type Quote, type QuoteLine, quoteTitle } from '@/lib/sales/quotes'
import { LineAmount } from './line-amount'

/** A quote as printed: the print style sheet hides the rest of the page (styles/print.css). */
export function QuoteDocument({
  quote,
  state,
  lines,
  opportunity,
  company,
}: {
  quote: Pick<
    Quote,
    'number' | 'revision' | 'quoted_on' | 'valid_until' | 'issuer' | 'sender' | 'recipient' | 'terms'
  >
  /** As quoteState tells. */
  state: string
  lines: readonly QuoteLine[]
  /** The opportunity's name. */
  opportunity: string
  company: string
}) {
  const { oneOff, monthly, firstYear } = itemTotals(lines)
  const { name, details } = letterhead(quote.issuer)
  return (
    <article
      data-print
      aria-label={`Quote for ${company}`}
      className="mx-auto max-w-3xl rounded-lg border border-border bg-surface p-4 shadow-card sm:p-8"
    >
      <header className="mb-6 flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div>
          <p className="text-xl font-semibold tracking-tight">{name}</p>
          <p className="mt-1 text-sm whitespace-pre-line text-text-muted">{details}</p>
          <p className="mt-1 text-sm whitespace-pre-line text-text-muted">{quote.sender}</p>
          <p className="mt-4 text-sm text-text-muted">For</p>
          <p className="text-base whitespace-pre-line">{quote.recipient || company}</p>
        </div>
        <div className="sm:text-right">
          <p className="text-2xl font-semibold tracking-tight">Quote</p>
          <p className="numeric text-base font-medium">{quoteTitle(quote)}</p>
          {NO_OFFER[state] ? <p className="text-base font-medium">{NO_OFFER[state]}</p> : null}
          <p className="text-base">{opportunity}</p>
          <p className="text-base text-text-muted">{dayLabel(quote.quoted_on)}</p>
          <p className="text-base text-text-muted">Valid until {dayLabel(quote.valid_until)}</p>
        </div>
      </header>
      <QuoteLines lines={lines} />
      <p className="mt-4 text-base">
        {formatDollars(oneOff)} once and {formatDollars(monthly)} a month: {formatDollars(firstYear)} in the
        first year, taxes not included.
      </p>
      {quote.terms ? (
        <section className="mt-6 border-t border-border pt-4">
          <h2 className="text-base font-semibold">Terms</h2>
          <p className="mt-1 text-base whitespace-pre-line">{quote.terms}</p>
        </section>
      ) : null}
    </article>
  )
}

/** Phones show quantity and unit prices below the service instead of in columns of their own. */
const HEADS = [
  { label: 'Quantity', wide: true },
  { label: 'One-off price', wide: true },
  { label: 'One-off total', wide: false },
  { label: 'Monthly price', wide: true },
  { label: 'Monthly total', wide: false },
]

const WIDE = 'max-sm:hidden'

/** "$350.00 once", "$22.00 a month" or both. */
function unitPrices(once: number, monthly: number): string {
  const parts = [
    once > 0 && `${formatDollars(once)} once`,
    monthly > 0 && `${formatDollars(monthly)} a month`,
  ]
  return parts.filter(Boolean).join(' and ') || formatDollars(0)
}

/** The lines of a quote with unit prices, and one-time and monthly totals. */
function QuoteLines({ lines }: { lines: readonly QuoteLine[] }) {
  const totals = itemTotals(lines)
  return (
    <ScrollRegion label="What is offered">
      <table className="w-full border-collapse text-base">
        <caption className="sr-only">What is offered</caption>
        <thead className="border-b border-border text-sm text-text-muted">
          <tr>
            <th scope="col" className="py-2 pr-2 text-left font-medium">
              Service
            </th>
            {HEADS.map(({ label, wide }) => (
              <th
                key={label}
                scope="col"
                className={cn('px-2 py-2 text-right font-medium last:pr-0', wide && WIDE)}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, description, quantity, one_off_price, monthly_price }, place) => (
            <tr key={place} className="border-b border-border align-top">
              <td className="py-2 pr-2 wrap-anywhere">
                {name}
                {description ? <span className="block text-sm text-text-muted">{description}</span> : null}
                <span className="numeric block text-sm text-text-muted sm:hidden">
                  {formatFigure(quantity)} × {unitPrices(one_off_price, monthly_price)}
                </span>
              </td>
              <td className={cn('numeric px-2 py-2 text-right', WIDE)}>{formatFigure(quantity)}</td>
              {[
                one_off_price,
                lineTotal(quantity, one_off_price),
                monthly_price,
                lineTotal(quantity, monthly_price),
              ].map((amount, column) => (
                <td key={column} className={cn('px-2 py-2 text-right last:pr-0', column % 2 === 0 && WIDE)}>
                  <LineAmount amount={amount} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot className="font-semibold">
          <tr>
            <th scope="row" className="py-2 pr-2 text-left font-semibold">
              Total
            </th>
            <td colSpan={2} className={WIDE} />
            <td className="px-2 py-2 text-right">
              <Amount value={Number(totals.oneOff)} currency="USD" />
            </td>
            <td className={WIDE} />
            <td className="py-2 pl-2 text-right">
              <Amount value={Number(totals.monthly)} currency="USD" />
            </td>
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  )
}
