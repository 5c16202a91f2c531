import { notBuiltYetTenantPage } from '@/components/pages/not-built-yet'

export default notBuiltYetTenantPage(
  'dids/inbound',
  "The tenant's inbound numbers: where each one routes to, its caller-ID prefix, recording and E911.",
)
