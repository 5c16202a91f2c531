import { Dashboard } from '@/components/dashboard/dashboard'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage('dashboard', Dashboard)
