import { notBuiltYetTenantPage } from '@/components/pages/not-built-yet'

export default notBuiltYetTenantPage(
  'billing',
  'Subscriptions, rated usage, invoices, payments and the balance.',
)
