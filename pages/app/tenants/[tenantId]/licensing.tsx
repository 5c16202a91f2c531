import { notBuiltYetTenantPage } from '@/components/pages/not-built-yet'

export default notBuiltYetTenantPage('licensing', 'Seats by product: purchased, assigned and used.')
