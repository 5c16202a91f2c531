import { notBuiltYetTenantPage } from '@/components/pages/not-built-yet'

export default notBuiltYetTenantPage(
  'extensions',
  "The tenant's extensions with their caller ID, voicemail and forwarding.",
)
