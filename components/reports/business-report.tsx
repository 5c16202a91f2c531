import Link from 'next/link'
import { Skeleton } from '@/components/ui/skeleton'
import { formatMoney } from '@/lib/billing/money'
import { tenantPath } from '@/lib/paths'
import type { BusinessReport } from '@/lib/reports/reports'
import { PORT_STATES } from '@/lib/resources/port-order'
import { ReportTable } from './report-table'

const STAGES = ['lead', 'qualified', 'proposal', 'negotiation', 'won', 'lost']
const PORTS = PORT_STATES.map(({ value }) => value)
const stateName = (state: string) => PORT_STATES.find(({ value }) => value === state)?.label ?? state
const money = (amount: number) => formatMoney(amount, 'USD')
const words = (name: string) => name.replaceAll('_', ' ')

/** Revenue, pipeline, seats, ports, numbers and stock. */
export function BusinessReportView({
  report,
  mayExport,
}: {
  report: BusinessReport | undefined
  mayExport: boolean
}) {
  if (!report) return <Skeleton className="h-96 w-full" />
  const pipeline = report.pipeline.toSorted((a, b) => STAGES.indexOf(a.stage) - STAGES.indexOf(b.stage))
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <ReportTable
        title="Revenue by month"
        fileName="revenue-by-month.csv"
        rows={report.revenue}
        mayExport={mayExport}
        empty="No invoice was issued in these days."
        columns={[
          { header: 'Month', text: ({ month }) => month },
          { header: 'Invoices', numeric: true, text: ({ invoices }) => String(invoices) },
          {
            header: 'Invoiced',
            numeric: true,
            text: ({ invoiced, currency }) => formatMoney(invoiced, currency),
          },
          { header: 'Paid', numeric: true, text: ({ paid, currency }) => formatMoney(paid, currency) },
        ]}
      />
      <ReportTable
        title="Pipeline by stage"
        fileName="pipeline.csv"
        rows={pipeline}
        mayExport={mayExport}
        empty="There are no opportunities."
        columns={[
          { header: 'Stage', text: ({ stage }) => stage },
          { header: 'Opportunities', numeric: true, text: ({ count }) => String(count) },
          { header: 'Value', numeric: true, text: ({ amount }) => money(amount) },
          { header: 'Weighted', numeric: true, text: ({ weighted }) => money(weighted) },
        ]}
      />
      <ReportTable
        title="Seats used against billed"
        fileName="seats.csv"
        rows={report.seats}
        mayExport={mayExport}
        empty="There are no tenants."
        columns={[
          {
            header: 'Tenant',
            text: ({ name }) => name,
            cell: ({ id, name }) => (
              <Link
                href={`${tenantPath(id)}/licensing`}
                className="rounded-sm underline-offset-2 hover:underline"
              >
                {name}
              </Link>
            ),
          },
          { header: 'Used', numeric: true, text: ({ used }) => String(used) },
          { header: 'Licensed', numeric: true, text: ({ licensed }) => String(licensed) },
          { header: 'Billed', numeric: true, text: ({ billed }) => String(billed) },
          {
            header: 'Not billed',
            numeric: true,
            text: ({ used, billed }) => String(Math.max(0, used - billed)),
          },
        ]}
      />
      <div className="flex min-w-0 flex-col gap-4">
        <ReportTable
          title="Ports by state"
          fileName="ports.csv"
          rows={report.ports.toSorted((a, b) => PORTS.indexOf(a.state) - PORTS.indexOf(b.state))}
          mayExport={mayExport}
          empty="There are no port orders."
          columns={[
            { header: 'State', text: ({ state }) => stateName(state) },
            { header: 'Orders', numeric: true, text: ({ orders }) => String(orders) },
            { header: 'Numbers', numeric: true, text: ({ numbers }) => String(numbers) },
          ]}
        />
        <ReportTable
          title="Numbers by status"
          fileName="numbers.csv"
          rows={report.numbers}
          mayExport={mayExport}
          empty="There are no numbers."
          columns={[
            { header: 'Status', text: ({ status }) => words(status) },
            { header: 'Numbers', numeric: true, text: ({ count }) => String(count) },
          ]}
        />
        <ReportTable
          title="Stock by status"
          fileName="stock.csv"
          rows={report.stock}
          mayExport={mayExport}
          empty="There is no stock."
          columns={[
            { header: 'Status', text: ({ status }) => words(status) },
            { header: 'Items', numeric: true, text: ({ count }) => String(count) },
            { header: 'Cost', numeric: true, text: ({ cost }) => money(cost) },
          ]}
        />
      </div>
    </div>
  )
}
