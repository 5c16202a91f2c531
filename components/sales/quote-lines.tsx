import { Amount } from '@/components/common/amount'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { itemTotals, lineTotal } from '@/lib/sales/item-totals'
import type { QuoteLine } from '@/lib/sales/quotes'
import { LineAmount } from './line-amount'

const HEADS = ['Quantity', 'One-off price', 'One-off total', 'Monthly price', 'Monthly total']

/** What a quote offers: a line each with unit prices, and the sums once and a month. */
export function QuoteLines({ lines }: { lines: readonly QuoteLine[] }) {
  const totals = itemTotals(lines)
  return (
    <ScrollRegion label="What is offered">
      {() => (
        <table className="w-full border-collapse text-base">
          <caption className="sr-only">What is offered</caption>
          <thead className="border-b border-border text-sm text-text-muted">
            <tr>
              <th scope="col" className="py-2 pr-2 text-left font-medium">
                Service
              </th>
              {HEADS.map((head) => (
                <th key={head} scope="col" className="px-2 py-2 text-right font-medium last:pr-0">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ name, description, quantity, one_off_price, monthly_price }, place) => (
              <tr key={place} className="border-b border-border align-top">
                <td className="py-2 pr-2">
                  {name}
                  {description ? <span className="block text-sm text-text-muted">{description}</span> : null}
                </td>
                <td className="numeric px-2 py-2 text-right">{quantity.toLocaleString('en')}</td>
                {[
                  one_off_price,
                  lineTotal(quantity, one_off_price),
                  monthly_price,
                  lineTotal(quantity, monthly_price),
                ].map((amount, column) => (
                  <td key={column} className="px-2 py-2 text-right last:pr-0">
                    <LineAmount amount={amount} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot className="font-semibold">
            <tr>
              <th scope="row" colSpan={3} className="py-2 pr-2 text-left font-semibold">
                Total
              </th>
              <td className="px-2 py-2 text-right">
                <Amount value={Number(totals.oneOff)} currency="USD" />
              </td>
              <td />
              <td className="py-2 pl-2 text-right">
                <Amount value={Number(totals.monthly)} currency="USD" />
              </td>
            </tr>
          </tfoot>
        </table>
      )}
    </ScrollRegion>
  )
}
