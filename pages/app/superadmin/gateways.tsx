import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage(
  'superadmin',
  dynamic(() => import('@/components/gateways/gateways-page').then((module) => module.GatewaysPage), {
    loading: loadingPage,
  }),
)
