import { notBuiltYetTenantPage } from '@/components/pages/not-built-yet'

export default notBuiltYetTenantPage('devices', "The tenant's phones: MAC address, model, lines and keys.")
