import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage(
  'superadmin',
  dynamic(() => import('@/components/switches/switches-page').then((module) => module.SwitchesPage), {
    loading: loadingPage,
  }),
)
