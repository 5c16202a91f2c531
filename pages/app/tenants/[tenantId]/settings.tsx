import { notBuiltYetTenantPage } from '@/components/pages/not-built-yet'

export default notBuiltYetTenantPage(
  'settings',
  "The tenant's defaults: time zone, caller ID, feature codes, limits and E911 addresses.",
)
