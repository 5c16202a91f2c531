import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'routing/paging-groups',
  lazyPage(() =>
    import('@/components/paging-groups/paging-group-page').then((module) => module.PagingGroupPage),
  ),
)
