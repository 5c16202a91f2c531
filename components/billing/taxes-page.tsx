import { ResourcePage } from '@/components/records/resource-page'
import { SalesNav } from '@/components/sales/sales-nav'
import { prefetchRecords } from '@/hooks/use-record-query'
import { taxJurisdiction } from '@/lib/resources/tax-jurisdiction'

/** The tax rates added to invoices. */
export function TaxesPage() {
  return (
    <ResourcePage
      resource={taxJurisdiction}
      above={<SalesNav />}
      cells={{ percent: ({ percent }) => <span className="numeric">{percent}%</span> }}
      emptyText="Without a jurisdiction, invoices add no tax."
    />
  )
}
TaxesPage.ahead = prefetchRecords(taxJurisdiction)
