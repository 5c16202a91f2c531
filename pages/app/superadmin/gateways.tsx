import { GatewaysPage } from '@/components/gateways/gateways-page'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage('superadmin', GatewaysPage)
