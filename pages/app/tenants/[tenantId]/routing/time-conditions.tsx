import { notBuiltYetTenantPage } from '@/components/pages/not-built-yet'

export default notBuiltYetTenantPage(
  'routing/time-conditions',
  "Routing by weekday, time of day and holiday, in the tenant's time zone.",
)
