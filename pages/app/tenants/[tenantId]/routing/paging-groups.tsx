import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'routing/paging-groups',
  dynamic(
    () => import('@/components/paging-groups/paging-group-page').then((module) => module.PagingGroupPage),
    { loading: loadingPage },
  ),
)
