import { notBuiltYetTenantPage } from '@/components/pages/not-built-yet'

export default notBuiltYetTenantPage('call-block', 'Numbers that are turned away, and how.')
