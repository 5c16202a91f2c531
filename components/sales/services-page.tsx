import { Amount } from '@/components/common/amount'
import { ResourcePage } from '@/components/records/resource-page'
import { prefetchRecords } from '@/hooks/use-record-query'
import { service } from '@/lib/resources/service'
import { SalesNav } from './sales-nav'

/** The services that are sold, with their prices. */
export function ServicesPage() {
  return (
    <ResourcePage
      resource={service}
      above={<SalesNav />}
      cells={{
        one_off_price: (row) => <Amount value={row.one_off_price} currency="USD" />,
        monthly_price: (row) => <Amount value={row.monthly_price} currency="USD" />,
      }}
      emptyText="Add what you sell: seats, numbers, installation. Opportunities and subscriptions choose from it."
    />
  )
}
ServicesPage.ahead = prefetchRecords(service)
