import { Amount } from '@/components/common/amount'
import { formatFigure } from '@/lib/figures'
import { itemTotals, lineTotal } from '@/lib/sales/item-totals'
import type { OpportunityItem } from '@/lib/sales/opportunity'
import { LineAmount } from './line-amount'

/** The lines of a quote, with one-time and monthly totals. */
export function ItemTable({ items }: { items: readonly OpportunityItem[] }) {
  if (items.length === 0) {
    return <p className="px-4 py-3 text-sm text-text-muted">No line items yet. Add them with Edit.</p>
  }
  const totals = itemTotals(items)
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-base">
        <caption className="sr-only">Line items</caption>
        <thead className="border-b border-border text-sm text-text-muted">
          <tr>
            <th scope="col" className="px-4 py-2 text-left font-medium">
              Service
            </th>
            <th scope="col" className="px-2 py-2 text-right font-medium">
              Quantity
            </th>
            <th scope="col" className="px-2 py-2 text-right font-medium">
              Once
            </th>
            <th scope="col" className="px-4 py-2 text-right font-medium">
              A month
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ id, services, description, quantity, one_off_price, monthly_price }) => (
            <tr key={id} className="border-b border-border align-top">
              <td className="px-4 py-2">
                {services?.name}
                {description ? <span className="block text-sm text-text-muted">{description}</span> : null}
              </td>
              <td className="numeric px-2 py-2 text-right">{formatFigure(quantity)}</td>
              <td className="px-2 py-2 text-right">
                <LineAmount amount={lineTotal(quantity, one_off_price)} />
              </td>
              <td className="px-4 py-2 text-right">
                <LineAmount amount={lineTotal(quantity, monthly_price)} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot className="font-semibold">
          <tr>
            <th scope="row" colSpan={2} className="px-4 py-2 text-left font-semibold">
              Total
            </th>
            <td className="px-2 py-2 text-right">
              <Amount value={Number(totals.oneOff)} currency="USD" />
            </td>
            <td className="px-4 py-2 text-right">
              <Amount value={Number(totals.monthly)} currency="USD" />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
