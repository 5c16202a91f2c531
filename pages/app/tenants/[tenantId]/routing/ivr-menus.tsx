import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const IvrMenuPage = lazyPage(() =>
  import('@/components/ivr-menus/ivr-menu-page').then((module) => module.IvrMenuPage),
)

const IvrMenus: Page = () => (
  <NuqsAdapter>
    <IvrMenuPage />
  </NuqsAdapter>
)
IvrMenus.getLayout = tenantLayout('routing/ivr-menus')

export default IvrMenus
