import { notBuiltYetTenantPage } from '@/components/pages/not-built-yet'

export default notBuiltYetTenantPage('device-profiles', 'Settings and keys that devices of one kind share.')
