import { formatMoney } from '@/lib/billing/money'
import { dayLabel, monthLabel } from '@/lib/dates/format'
import { tenantPath } from '@/lib/record-paths'
import type { BusinessReport } from '@/lib/reports/reports'
import { linkColumn, moneyColumn, ReportTable } from './report-table'

type Rows<Part extends keyof BusinessReport> = { rows: BusinessReport[Part]; mayExport: boolean }
type Row<Part extends 'not_invoiced' | 'voided'> = BusinessReport[Part][number]
const inFile = { header: 'Currency', fileOnly: true, text: ({ currency }: { currency: string }) => currency }

/** Whom billing has left out of the month, with links to where it is run. */
export function NotInvoiced({ rows, mayExport }: Rows<'not_invoiced'>) {
  return (
    <ReportTable
      title="Not invoiced"
      fileName="not-invoiced.csv"
      rows={rows}
      mayExport={mayExport}
      empty="Everyone with something due has been invoiced for the month."
      columns={[
        linkColumn<Row<'not_invoiced'>>(
          'billing',
          'Tenant',
          ({ name }) => name,
          ({ id }) => `${tenantPath(id)}/billing`,
        ),
        {
          header: 'Month',
          text: ({ month }) => monthLabel(`${month}-01`, 'short'),
          file: ({ month }) => month,
        },
        {
          header: 'Draft',
          numeric: true,
          text: ({ draft, currency }) => (draft === null ? 'No draft' : formatMoney(draft, currency)),
          file: ({ draft }) => String(draft ?? ''),
        },
        inFile,
      ]}
    />
  )
}

/** What the months of issue no longer count: whoever has reported it takes it back. */
export function Voided({ rows, mayExport }: Rows<'voided'>) {
  return (
    <ReportTable
      title="Invoices voided in this period"
      wide
      fileName="voided.csv"
      rows={rows}
      mayExport={mayExport}
      empty="No invoices were voided in this period."
      columns={[
        linkColumn<Row<'voided'>>(
          'billing',
          'Invoice',
          ({ number }) => number,
          ({ id, tenant_id }) => `${tenantPath(tenant_id)}/billing?invoice=${id}`,
        ),
        { header: 'Customer', text: ({ name }) => name },
        {
          header: 'Issued',
          text: ({ issued_on }) => dayLabel(issued_on),
          file: ({ issued_on }) => issued_on,
        },
        {
          header: 'Voided',
          text: ({ voided_on }) => dayLabel(voided_on),
          file: ({ voided_on }) => voided_on,
        },
        moneyColumn(rows, 'Total', ({ total }) => total),
        moneyColumn(rows, 'Tax included', ({ tax }) => tax),
        inFile,
      ]}
    />
  )
}
