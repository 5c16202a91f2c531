import { notBuiltYetTenantPage } from '@/components/pages/not-built-yet'

export default notBuiltYetTenantPage(
  'routing/call-centers',
  'Call-center queues with their agents and tiers.',
)
