import { notBuiltYetTenantPage } from '@/components/pages/not-built-yet'

export default notBuiltYetTenantPage(
  'routing/ivr-menus',
  'Menus that callers hear, and where each digit leads.',
)
