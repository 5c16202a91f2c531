import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { shellPage } from '@/components/shell/shell-page'
import { SECTIONS } from '@/lib/session/permissions'

export default shellPage(
  SECTIONS,
  dynamic(() => import('@/components/account/account-page').then((module) => module.AccountPage), {
    loading: loadingPage,
  }),
)
