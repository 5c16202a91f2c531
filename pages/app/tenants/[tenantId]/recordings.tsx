import { notBuiltYetTenantPage } from '@/components/pages/not-built-yet'

export default notBuiltYetTenantPage('recordings', 'Greetings and announcements, and what plays them.')
