import { shellPage } from '@/components/shell/shell-page'
import { SwitchesPage } from '@/components/switches/switches-page'

export default shellPage('superadmin', SwitchesPage)
