import Link from 'next/link'
import { Skeleton } from '@/components/ui/skeleton'
import { formatMoney } from '@/lib/billing/money'
import { tenantPath } from '@/lib/paths'
import type { Choice } from '@/lib/records/field'
import type { BusinessReport } from '@/lib/reports/reports'
import { NUMBER_STATUSES } from '@/lib/resources/number'
import { PORT_STATES } from '@/lib/resources/port-order'
import { STOCK_STATUSES } from '@/lib/resources/stock-item'
import { STAGES, stageOf } from '@/lib/sales/stages'
import { Bars } from './bars'
import { ReportTable } from './report-table'

const STAGE_ORDER = STAGES.map(({ value }): string => value)
const PORTS: readonly string[] = PORT_STATES.map(({ value }) => value)
const labelOf = (choices: readonly Choice[], value: string) =>
  choices.find((choice) => choice.value === value)?.label ?? value
const money = (amount: number) => formatMoney(amount, 'USD')

/** Revenue, pipeline, seats, ports, numbers and stock. */
export function BusinessReportView({
  report,
  mayExport,
}: {
  report: BusinessReport | undefined
  mayExport: boolean
}) {
  if (!report) return <Skeleton className="h-96 w-full" />
  const pipeline = report.pipeline.toSorted(
    (a, b) => STAGE_ORDER.indexOf(a.stage) - STAGE_ORDER.indexOf(b.stage),
  )
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
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
        >
          {report.revenue.length > 0 ? (
            <Bars
              bars={report.revenue.map(({ month, currency, invoiced, paid }) => ({
                label: currency === 'USD' ? month : `${month} ${currency}`,
                value: invoiced,
                part: paid,
              }))}
              partLabel="Paid"
              restLabel="Open"
              format={(value) => Math.round(value).toLocaleString('en')}
            />
          ) : null}
        </ReportTable>
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
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <ReportTable
          title="Pipeline by stage"
          fileName="pipeline.csv"
          rows={pipeline}
          mayExport={mayExport}
          empty="There are no opportunities."
          columns={[
            { header: 'Stage', text: ({ stage }) => stageOf(stage).label },
            { header: 'Opportunities', numeric: true, text: ({ count }) => String(count) },
            { header: 'Value', numeric: true, text: ({ amount }) => money(amount) },
            { header: 'Weighted', numeric: true, text: ({ weighted }) => money(weighted) },
          ]}
        >
          {pipeline.length > 0 ? (
            <Bars
              bars={pipeline.map(({ stage, amount, weighted }) => ({
                label: stageOf(stage).label,
                value: amount,
                part: weighted,
              }))}
              partLabel="Weighted by its probability"
              restLabel="Value"
              format={money}
            />
          ) : null}
        </ReportTable>
        <ReportTable
          title="Ports by state"
          fileName="ports.csv"
          rows={report.ports.toSorted((a, b) => PORTS.indexOf(a.state) - PORTS.indexOf(b.state))}
          mayExport={mayExport}
          empty="There are no port orders."
          columns={[
            { header: 'State', text: ({ state }) => labelOf(PORT_STATES, state) },
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
            { header: 'Status', text: ({ status }) => labelOf(NUMBER_STATUSES, status) },
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
            { header: 'Status', text: ({ status }) => labelOf(STOCK_STATUSES, status) },
            { header: 'Items', numeric: true, text: ({ count }) => String(count) },
            { header: 'Cost', numeric: true, text: ({ cost }) => money(cost) },
          ]}
        />
      </div>
    </div>
  )
}
