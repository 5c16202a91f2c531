import { Dashboard } from '@/components/dashboard/dashboard'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'

const DashboardPage: Page = () => <Dashboard />
DashboardPage.getLayout = shellLayout('dashboard')

export default DashboardPage
