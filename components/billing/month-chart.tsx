import { ChartKey } from '@/components/ui/chart-key'
import { formatMoney } from '@/lib/billing/money'
import { monthLabel } from '@/lib/dates/format'

type Month = { month: string; total: number; paid: number }

/** Invoiced amounts month by month, the part that is paid darker. The figures are in a table for screen readers. */
export function MonthChart({ months, currency }: { months: readonly Month[]; currency: string }) {
  const highest = Math.max(1, ...months.map(({ total }) => total))
  const share = (amount: number) => `${(Math.max(0, amount) / highest) * 100}%`
  return (
    <figure>
      <figcaption className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-text-muted">
        <ChartKey className="bg-accent" label="Paid" />
        <ChartKey className="bg-accent/35" label="Open" />
        <span className="ml-auto numeric">Highest {formatMoney(highest, currency)}</span>
      </figcaption>
      <div aria-hidden className="flex h-36 items-end gap-1 border-b border-border sm:gap-2">
        {months.map(({ month, total, paid }) => (
          <div
            key={month}
            title={`${monthLabel(month)}: ${formatMoney(total, currency)}, ${formatMoney(paid, currency)} paid`}
            className="flex h-full min-w-0 flex-1 items-end"
          >
            <div
              className="flex w-full flex-col justify-end overflow-hidden rounded-t-sm bg-accent/35"
              style={{ height: share(total) }}
            >
              <div className="bg-accent" style={{ height: total > 0 ? `${(paid / total) * 100}%` : 0 }} />
            </div>
          </div>
        ))}
      </div>
      <div aria-hidden className="mt-1 flex gap-1 text-2xs text-text-muted sm:gap-2">
        {months.map(({ month }) => (
          <span key={month} className="min-w-0 flex-1 text-center">
            {monthLabel(month, 'short').slice(0, 3)}
          </span>
        ))}
      </div>
      <table className="sr-only">
        <caption>Invoiced by month</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Invoiced</th>
            <th scope="col">Paid</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, total, paid }) => (
            <tr key={month}>
              <th scope="row">{monthLabel(month)}</th>
              <td>{formatMoney(total, currency)}</td>
              <td>{formatMoney(paid, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
