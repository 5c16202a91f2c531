import { notBuiltYetTenantPage } from '@/components/pages/not-built-yet'

export default notBuiltYetTenantPage(
  'cdr',
  'Call detail records: who called whom, when, for how long and how it ended.',
)
