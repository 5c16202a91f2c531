import { Loaded } from '@/components/common/loaded'
import { Skeleton } from '@/components/ui/skeleton'
import { useBusinessReport } from '@/hooks/use-report'
import { formatDollars } from '@/lib/billing/money'
import { type DaySpan, spanText } from '@/lib/dates/span'
import { notBilled, PRODUCT_LABELS } from '@/lib/licensing/seats'
import { SALES_PATH, tenantPath } from '@/lib/record-paths'
import type { BusinessReport } from '@/lib/reports/reports'
import { NUMBER_STATUSES } from '@/lib/resources/number'
import { PORT_STATES } from '@/lib/resources/port-order'
import { STOCK_STATUSES } from '@/lib/resources/stock-item'
import { stageOf, STAGES } from '@/lib/sales/stages'
import { labelIn, lowerFirst } from '@/lib/words'
import { Bars, NamedBars } from './bars'
import { NotInvoiced, Voided } from './invoice-control'
import { MoneyReport } from './money-report'
import { REPORT_FAILURE, type ReportProps } from './report'
import { countColumn, linkColumn, moneyColumn, ReportTable } from './report-table'

const STAGE_ORDER = STAGES.map(({ value }): string => value)
const PORTS: readonly string[] = PORT_STATES.map(({ value }) => value)
const CLOSED = ['won', 'lost', 'ported', 'cancelled']
/** Sales and purchases are counted in US dollars. */
const inDollars = <Row,>(rows: readonly Row[]) => rows.map((row) => ({ ...row, currency: 'USD' }))

type Of<Part extends keyof BusinessReport> = BusinessReport[Part][number]

type BusinessReportProps = { report: BusinessReport; span: DaySpan; mayExport: boolean }

/** Narrows the list of a stage or state to what is counted: closed ones within the date range only. */
const closedIn = (span: DaySpan, state: string) =>
  CLOSED.includes(state) ? `&closed_at=${spanText(span)}` : ''

/** Revenue, receivables, pipeline, seats, ports, numbers and stock. */
export function BusinessReportView({ span, mayExport }: ReportProps) {
  return (
    <Loaded
      query={useBusinessReport(span)}
      title={REPORT_FAILURE}
      pending={<Skeleton className="h-96 w-full" />}
    >
      {(report) => <Business report={report} span={span} mayExport={mayExport} />}
    </Loaded>
  )
}

function Business(shown: BusinessReportProps) {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <MoneyReport {...shown} />
        <NotInvoiced rows={shown.report.not_invoiced} mayExport={shown.mayExport} />
        <Voided rows={shown.report.voided} mayExport={shown.mayExport} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Pipeline {...shown} />
        <Ports {...shown} />
        <Numbers {...shown} />
        <Stock {...shown} />
        <Seats {...shown} />
      </div>
    </div>
  )
}

function Seats({ report, mayExport }: BusinessReportProps) {
  // In their order, the first are those with the most seats that are not billed.
  const drawn = report.seats
    .map((row) => ({ ...row, seats: Math.max(row.purchased, row.assigned) }))
    .filter(({ seats }) => seats > 0)
  return (
    <ReportTable
      title="Seats assigned against billed"
      wide
      fileName="seats.csv"
      rows={report.seats}
      mayExport={mayExport}
      empty="There are no seats."
      columns={[
        linkColumn<Of<'seats'>>(
          'billing',
          'Tenant',
          ({ name }) => name,
          ({ id }) => `${tenantPath(id)}/licensing`,
        ),
        { header: 'Product', text: ({ product }) => PRODUCT_LABELS[product] },
        countColumn(report.seats, 'Purchased', ({ purchased }) => purchased),
        countColumn(report.seats, 'Assigned', ({ assigned }) => assigned),
        countColumn(report.seats, 'Billed', ({ billed }) => billed),
        countColumn(report.seats, 'Not billed', notBilled),
      ]}
    >
      {drawn.length > 0 ? (
        <NamedBars
          bars={drawn.map((row) => ({
            label: `${row.name}, ${lowerFirst(PRODUCT_LABELS[row.product])}`,
            value: row.seats,
            part: row.seats - notBilled(row),
          }))}
          partLabel="Billed"
          restLabel="Not billed"
          unit="Seats purchased or assigned"
        />
      ) : null}
    </ReportTable>
  )
}

function Pipeline({ report, span, mayExport }: BusinessReportProps) {
  const pipeline = inDollars(report.pipeline).toSorted(
    (a, b) => STAGE_ORDER.indexOf(a.stage) - STAGE_ORDER.indexOf(b.stage),
  )
  const open = pipeline.filter(({ stage }) => !CLOSED.includes(stage))
  return (
    <ReportTable
      title="Pipeline by stage"
      wide
      fileName="pipeline.csv"
      rows={pipeline}
      mayExport={mayExport}
      totalLabel="Open"
      empty="There are no opportunities."
      columns={[
        linkColumn<Of<'pipeline'>>(
          'sales',
          'Stage',
          ({ stage }) => stageOf(stage).label,
          ({ stage }) => `${SALES_PATH}?view=table&status=${stage}${closedIn(span, stage)}`,
        ),
        countColumn(open, 'Opportunities', ({ count }) => count),
        moneyColumn(open, 'Value', ({ amount }) => amount),
        moneyColumn(open, 'Weighted', ({ weighted }) => weighted),
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
          unit="USD"
          format={formatDollars}
        />
      ) : null}
    </ReportTable>
  )
}

function Ports({ report, span, mayExport }: BusinessReportProps) {
  const open = report.ports.filter(({ state }) => !CLOSED.includes(state))
  return (
    <ReportTable
      title="Ports by state"
      fileName="ports.csv"
      rows={report.ports.toSorted((a, b) => PORTS.indexOf(a.state) - PORTS.indexOf(b.state))}
      mayExport={mayExport}
      empty="There are no port orders."
      totalLabel="Open"
      columns={[
        linkColumn<Of<'ports'>>(
          'numbers',
          'State',
          ({ state }) => labelIn(PORT_STATES, state),
          ({ state }) => `/app/numbers?tab=ports&state=${state}${closedIn(span, state)}`,
        ),
        countColumn(open, 'Orders', ({ orders }) => orders),
        countColumn(open, 'Numbers', ({ numbers }) => numbers),
      ]}
    />
  )
}

function Numbers({ report, mayExport }: BusinessReportProps) {
  return (
    <ReportTable
      title="Numbers by status"
      fileName="numbers.csv"
      rows={report.numbers}
      mayExport={mayExport}
      empty="There are no numbers."
      columns={[
        linkColumn<Of<'numbers'>>(
          'numbers',
          'Status',
          ({ status }) => labelIn(NUMBER_STATUSES, status),
          ({ status }) => `/app/numbers?status=${status}`,
        ),
        countColumn(report.numbers, 'Numbers', ({ count }) => count),
      ]}
    />
  )
}

function Stock({ report, mayExport }: BusinessReportProps) {
  const stock = inDollars(report.stock)
  return (
    <ReportTable
      title="Stock by status"
      fileName="stock.csv"
      rows={stock}
      mayExport={mayExport}
      empty="There is no stock."
      columns={[
        linkColumn<Of<'stock'>>(
          'inventory',
          'Status',
          ({ status }) => labelIn(STOCK_STATUSES, status),
          ({ status }) => `/app/inventory?status=${status}`,
        ),
        countColumn(stock, 'Items', ({ count }) => count),
        moneyColumn(stock, 'Cost', ({ cost }) => cost),
      ]}
    />
  )
}
