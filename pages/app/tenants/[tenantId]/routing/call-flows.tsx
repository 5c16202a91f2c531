import { notBuiltYetTenantPage } from '@/components/pages/not-built-yet'

export default notBuiltYetTenantPage(
  'routing/call-flows',
  'Switches between a normal and an alternate destination, such as day and night.',
)
