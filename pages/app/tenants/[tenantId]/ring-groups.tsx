import { notBuiltYetTenantPage } from '@/components/pages/not-built-yet'

export default notBuiltYetTenantPage(
  'ring-groups',
  'Groups of extensions and outside numbers that ring together or in turn.',
)
