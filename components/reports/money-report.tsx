import { useState } from 'react'
import { formatMoney } from '@/lib/billing/money'
import { monthLabel } from '@/lib/dates/format'
import type { DaySpan } from '@/lib/dates/span'
import { formatFigure } from '@/lib/figures'
import {
  type Age,
  type BusinessReport,
  type InvoicesAsked,
  monthWithin,
  type SubscriptionsAsked,
} from '@/lib/reports/reports'
import { lowerFirst } from '@/lib/words'
import { Bars } from './bars'
import { DrillDownButton } from './drill-down-button'
import { InvoicesDialog } from './invoices-dialog'
import { countColumn, moneyColumn, type ReportColumn, ReportTable } from './report-table'
import { SubscriptionsDialog } from './subscriptions-dialog'

const inFile = { header: 'Currency', fileOnly: true, text: ({ currency }: { currency: string }) => currency }
const monthText = (month: string) => monthLabel(`${month}-01`, 'short')
const monthColumn = {
  header: 'Month',
  text: ({ month }: { month: string }) => monthText(month),
  file: ({ month }: { month: string }) => month,
}
const currencyOf = ({ currency }: { currency: string }) => currency

/** A column whose cells open the invoices or subscriptions behind the row. */
function opening<Row>(
  header: string,
  text: (row: Row) => string,
  open: (row: Row) => void,
): ReportColumn<Row> {
  return {
    header,
    text,
    cell: (row) => <DrillDownButton onClick={() => open(row)}>{text(row)}</DrillDownButton>,
  }
}

type Of<Part extends keyof BusinessReport> = BusinessReport[Part][number]
type Rows<Part extends keyof BusinessReport> = { rows: BusinessReport[Part]; mayExport: boolean }
/** Invoices of the row's currency: all of the report's span, unless narrowed. */
type Asked = Partial<InvoicesAsked> & Pick<InvoicesAsked, 'currency'>
type OpenInvoices = { onInvoices: (title: string, asked: Asked) => void }

/** Invoiced, recurring and outstanding amounts; each figure opens its invoices or subscriptions. */
export function MoneyReport({
  report: { revenue, customers, taxes, recurring, aging },
  span,
  mayExport,
}: {
  report: BusinessReport
  span: DaySpan
  mayExport: boolean
}) {
  const [behind, setBehind] = useState<{ title: string; asked: InvoicesAsked } | null>(null)
  const [subscriptions, setSubscriptions] = useState<SubscriptionsAsked | null>(null)
  const onInvoices = (title: string, asked: Asked) =>
    setBehind({ title, asked: { span, tenant: null, owed: false, jurisdiction: null, age: null, ...asked } })
  const opened = { span, mayExport, onInvoices }
  return (
    <>
      <RevenueByMonth rows={revenue} {...opened} />
      <RevenueByCustomer rows={customers} {...opened} />
      <Taxes rows={taxes} {...opened} />
      <Recurring
        rows={recurring}
        mayExport={mayExport}
        onService={({ service, currency }) => setSubscriptions({ day: span.until, service, currency })}
      />
      <Owed rows={aging} {...opened} />
      {subscriptions ? (
        <SubscriptionsDialog asked={subscriptions} onClose={() => setSubscriptions(null)} />
      ) : null}
      {behind ? <InvoicesDialog {...behind} onClose={() => setBehind(null)} /> : null}
    </>
  )
}

function RevenueByMonth({
  rows,
  span,
  mayExport,
  onInvoices,
}: Rows<'revenue'> & OpenInvoices & { span: DaySpan }) {
  const currencies = [...new Set(rows.map(currencyOf))]
  const [only] = currencies.length === 1 ? currencies : []
  return (
    <ReportTable
      title="Revenue by month"
      wide
      fileName="revenue-by-month.csv"
      rows={rows}
      mayExport={mayExport}
      empty="No invoices were issued in this period."
      columns={[
        {
          ...monthColumn,
          cell: ({ month, currency }) => (
            <DrillDownButton
              onClick={() =>
                onInvoices(`Invoices of ${monthText(month)}`, { span: monthWithin(month, span), currency })
              }
            >
              {monthText(month)}
            </DrillDownButton>
          ),
        },
        countColumn(rows, 'Invoices', ({ invoices }) => invoices),
        moneyColumn(rows, 'Invoiced', ({ invoiced }) => invoiced),
        moneyColumn(rows, 'Tax included', ({ tax }) => tax),
        moneyColumn(rows, 'Paid', ({ paid }) => paid),
        inFile,
      ]}
    >
      {rows.length > 0 ? (
        <Bars
          bars={rows.map(({ month, currency, invoiced, paid }) => ({
            label: currency === 'USD' ? monthText(month) : `${monthText(month)} ${currency}`,
            value: invoiced,
            part: paid,
          }))}
          partLabel="Paid"
          restLabel="Open"
          unit={currencies.join(', ')}
          format={(value) => (only ? formatMoney(value, only) : formatFigure(Math.round(value)))}
        />
      ) : null}
    </ReportTable>
  )
}

function RevenueByCustomer({ rows, mayExport, onInvoices }: Rows<'customers'> & OpenInvoices) {
  return (
    <ReportTable
      title="Revenue by customer"
      wide
      fileName="revenue-by-customer.csv"
      rows={rows}
      mayExport={mayExport}
      empty="No invoices were issued in this period."
      columns={[
        opening<Of<'customers'>>(
          'Customer',
          ({ name }) => name,
          ({ id, name, currency }) => onInvoices(`Invoices of ${name}`, { tenant: id, currency }),
        ),
        ...(rows.some(({ tax_id }) => tax_id !== null)
          ? [{ header: 'Tax ID', text: ({ tax_id }: Of<'customers'>) => tax_id ?? '' }]
          : []),
        countColumn(rows, 'Invoices', ({ invoices }) => invoices),
        moneyColumn(rows, 'Invoiced', ({ invoiced }) => invoiced),
        moneyColumn(rows, 'Paid', ({ paid }) => paid),
        inFile,
      ]}
    />
  )
}

function Taxes({ rows, span, mayExport, onInvoices }: Rows<'taxes'> & OpenInvoices & { span: DaySpan }) {
  return (
    <ReportTable
      title="Tax by month and jurisdiction"
      wide
      fileName="tax.csv"
      rows={rows}
      mayExport={mayExport}
      empty="No taxed invoices in this period."
      columns={[
        monthColumn,
        opening<Of<'taxes'>>(
          'Jurisdiction',
          ({ jurisdiction }) => jurisdiction,
          ({ month, jurisdiction, currency }) =>
            onInvoices(`Tax of ${jurisdiction}, ${monthText(month)}`, {
              span: monthWithin(month, span),
              jurisdiction,
              currency,
            }),
        ),
        countColumn(rows, 'Invoices', ({ invoices }) => invoices),
        moneyColumn(rows, 'Taxed', ({ taxed }) => taxed),
        moneyColumn(rows, 'Tax', ({ tax }) => tax),
        inFile,
      ]}
    />
  )
}

function Recurring({
  rows,
  mayExport,
  onService,
}: Rows<'recurring'> & { onService: (row: Of<'recurring'>) => void }) {
  return (
    <ReportTable
      title="Monthly recurring revenue"
      fileName="recurring-revenue.csv"
      rows={rows}
      mayExport={mayExport}
      empty="No active subscriptions."
      columns={[
        opening('Service', ({ service }) => service, onService),
        { ...countColumn(rows, 'Customers', ({ tenants }) => tenants), total: undefined },
        { ...countColumn(rows, 'Quantity', ({ quantity }) => quantity), total: undefined },
        moneyColumn(rows, 'Per month', ({ monthly }) => monthly),
        inFile,
      ]}
    />
  )
}

type Owing = Of<'aging'>

const AGES: readonly [string, Age][] = [
  ['Not due', 'not_due'],
  ['1–30', 'to_30'],
  ['31–60', 'to_60'],
  ['61–90', 'to_90'],
  ['Over 90', 'over_90'],
]

function Owed({ rows, mayExport, onInvoices }: Rows<'aging'> & OpenInvoices) {
  const ages = AGES.map(([header, age]) => ({
    ...moneyColumn<Owing>(rows, header, (row) => row[age]),
    cell: ({ id, name, currency, [age]: owed }: Owing) =>
      owed > 0 ? (
        <DrillDownButton
          onClick={() =>
            onInvoices(
              `Owed by ${name}, ${age === 'not_due' ? 'not due' : `${lowerFirst(header)} days overdue`}`,
              {
                tenant: id,
                owed: true,
                age,
                currency,
              },
            )
          }
        >
          {formatMoney(owed, currency)}
        </DrillDownButton>
      ) : (
        formatMoney(0, currency)
      ),
  }))
  return (
    <ReportTable
      title="Owed, by days overdue"
      wide
      fileName="owed.csv"
      rows={rows}
      mayExport={mayExport}
      empty="Nothing is owed."
      columns={[
        opening<Owing>(
          'Customer',
          ({ name }) => name,
          ({ id, name, currency }) => onInvoices(`Owed by ${name}`, { tenant: id, owed: true, currency }),
        ),
        ...ages,
        moneyColumn(rows, 'Owed', ({ owed }) => owed),
        inFile,
      ]}
    />
  )
}
