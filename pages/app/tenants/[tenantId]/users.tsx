import { notBuiltYetTenantPage } from '@/components/pages/not-built-yet'

export default notBuiltYetTenantPage('users', "The tenant's own portal users and their extensions.")
