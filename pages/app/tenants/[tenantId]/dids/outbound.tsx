import { notBuiltYetTenantPage } from '@/components/pages/not-built-yet'

export default notBuiltYetTenantPage(
  'dids/outbound',
  'Outbound routes: which numbers may be dialled, over which gateways and with which caller ID.',
)
