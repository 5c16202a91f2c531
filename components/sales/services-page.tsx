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
      emptyText="Add what you sell, such as seats, numbers and installation, to choose from in opportunities and subscriptions."
    />
  )
}
ServicesPage.ahead = prefetchRecords(service)
