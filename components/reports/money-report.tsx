import { useState } from 'react'
import { formatMoney } from '@/lib/billing/money'
import { monthLabel } from '@/lib/dates/format'
import type { DaySpan } from '@/lib/dates/span'
import {
  type Age,
  type BusinessReport,
  type InvoicesAsked,
  monthWithin,
  type SubscriptionsAsked,
} from '@/lib/reports/reports'
import { Bars } from './bars'
import { DrillDownButton } from './drill-down-button'
import { InvoicesDialog } from './invoices-dialog'
import { countColumn, moneyColumn, ReportTable } from './report-table'
import { SubscriptionsDialog } from './subscriptions-dialog'

type Of<Part extends keyof BusinessReport> = BusinessReport[Part][number]

const inFile = { header: 'Currency', fileOnly: true, text: ({ currency }: { currency: string }) => currency }
const humanize = (month: string) => monthLabel(`${month}-01`, 'short')
const monthColumn = {
  header: 'Month',
  text: ({ month }: { month: string }) => humanize(month),
  file: ({ month }: { month: string }) => month,
}
const currencyOf = ({ currency }: { currency: string }) => currency

/** Invoiced, recurring and outstanding amounts; each figure opens its invoices or subscriptions. */
export function MoneyReport({
  report: { revenue, customers, taxes, recurring, ageing },
  span,
  mayExport,
}: {
  report: BusinessReport
  span: DaySpan
  mayExport: boolean
}) {
  const [behind, setBehind] = useState<{ title: string; asked: InvoicesAsked } | null>(null)
  const [subscriptions, setSubscriptions] = useState<SubscriptionsAsked | null>(null)
  const invoices = (title: string, asked: Partial<InvoicesAsked>) =>
    setBehind({ title, asked: { span, tenant: null, owed: false, jurisdiction: null, age: null, ...asked } })
  return (
    <>
      <ReportTable
        title="Revenue by month"
        fileName="revenue-by-month.csv"
        rows={revenue}
        mayExport={mayExport}
        empty="No invoices were issued in this period."
        columns={[
          {
            ...monthColumn,
            cell: ({ month }) => (
              <DrillDownButton
                onClick={() => invoices(`Invoices of ${humanize(month)}`, { span: monthWithin(month, span) })}
              >
                {humanize(month)}
              </DrillDownButton>
            ),
          },
          countColumn(revenue, 'Invoices', ({ invoices }) => invoices),
          moneyColumn(revenue, 'Invoiced', ({ invoiced }) => invoiced),
          moneyColumn(revenue, 'Tax included', ({ tax }) => tax),
          moneyColumn(revenue, 'Paid', ({ paid }) => paid),
          inFile,
        ]}
      >
        {revenue.length > 0 ? (
          <Bars
            bars={revenue.map(({ month, currency, invoiced, paid }) => ({
              label: currency === 'USD' ? humanize(month) : `${humanize(month)} ${currency}`,
              value: invoiced,
              part: paid,
            }))}
            partLabel="Paid"
            restLabel="Open"
            unit={[...new Set(revenue.map(currencyOf))].join(', ')}
            format={(value) => Math.round(value).toLocaleString('en')}
          />
        ) : null}
      </ReportTable>
      <ReportTable
        title="Revenue by customer"
        fileName="revenue-by-customer.csv"
        rows={customers}
        mayExport={mayExport}
        empty="No invoices were issued in this period."
        columns={[
          {
            header: 'Customer',
            text: ({ name }) => name,
            cell: ({ id, name }) => (
              <DrillDownButton onClick={() => invoices(`Invoices of ${name}`, { tenant: id })}>
                {name}
              </DrillDownButton>
            ),
          },
          { header: 'Tax ID', text: ({ tax_id }) => tax_id },
          countColumn(customers, 'Invoices', ({ invoices }) => invoices),
          moneyColumn(customers, 'Invoiced', ({ invoiced }) => invoiced),
          moneyColumn(customers, 'Paid', ({ paid }) => paid),
          inFile,
        ]}
      />
      <ReportTable
        title="Tax by month and jurisdiction"
        fileName="tax.csv"
        rows={taxes}
        mayExport={mayExport}
        empty="No taxed invoices in this period."
        columns={[
          monthColumn,
          {
            header: 'Jurisdiction',
            text: ({ jurisdiction }) => jurisdiction,
            cell: ({ month, jurisdiction }) => (
              <DrillDownButton
                onClick={() =>
                  invoices(`Tax of ${jurisdiction}, ${humanize(month)}`, {
                    span: monthWithin(month, span),
                    jurisdiction,
                  })
                }
              >
                {jurisdiction}
              </DrillDownButton>
            ),
          },
          countColumn(taxes, 'Invoices', ({ invoices }) => invoices),
          moneyColumn(taxes, 'Taxed', ({ taxed }) => taxed),
          moneyColumn(taxes, 'Tax', ({ tax }) => tax),
          inFile,
        ]}
      />
      <ReportTable
        title="Monthly recurring revenue"
        fileName="recurring-revenue.csv"
        rows={recurring}
        mayExport={mayExport}
        empty="No active subscriptions."
        columns={[
          {
            header: 'Service',
            text: ({ service }) => service,
            cell: ({ service, currency }) => (
              <DrillDownButton onClick={() => setSubscriptions({ day: span.until, service, currency })}>
                {service}
              </DrillDownButton>
            ),
          },
          { ...countColumn(recurring, 'Customers', ({ tenants }) => tenants), total: undefined },
          { ...countColumn(recurring, 'Quantity', ({ quantity }) => quantity), total: undefined },
          moneyColumn(recurring, 'Per month', ({ monthly }) => monthly),
          inFile,
        ]}
      />
      <ReportTable
        title="Owed, by days overdue"
        fileName="owed.csv"
        rows={ageing}
        mayExport={mayExport}
        empty="Nothing is owed."
        columns={[
          {
            header: 'Customer',
            text: ({ name }) => name,
            cell: ({ id, name }) => (
              <DrillDownButton onClick={() => invoices(`Owed by ${name}`, { tenant: id, owed: true })}>
                {name}
              </DrillDownButton>
            ),
          },
          ...AGES.map(([header, age]) => ({
            ...moneyColumn<Owing>(ageing, header, (row) => row[age]),
            cell: (row: Owing) =>
              row[age] > 0 ? (
                <DrillDownButton
                  onClick={() =>
                    invoices(`Owed by ${row.name}: ${header.toLowerCase()}`, {
                      tenant: row.id,
                      owed: true,
                      age,
                    })
                  }
                >
                  {formatMoney(row[age], row.currency)}
                </DrillDownButton>
              ) : (
                formatMoney(0, row.currency)
              ),
          })),
          moneyColumn(ageing, 'Owed', ({ owed }) => owed),
          inFile,
        ]}
      />
      {subscriptions ? (
        <SubscriptionsDialog asked={subscriptions} onClose={() => setSubscriptions(null)} />
      ) : null}
      {behind ? <InvoicesDialog {...behind} onClose={() => setBehind(null)} /> : null}
    </>
  )
}

type Owing = Of<'ageing'>

const AGES: readonly [string, Age][] = [
  ['Not due', 'not_due'],
  ['1–30', 'to_30'],
  ['31–60', 'to_60'],
  ['61–90', 'to_90'],
  ['Over 90', 'over_90'],
]
