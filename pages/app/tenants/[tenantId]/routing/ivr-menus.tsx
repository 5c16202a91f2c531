import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { IvrMenuPage } from '@/components/ivr-menus/ivr-menu-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const IvrMenus: Page = () => (
  <NuqsAdapter>
    <IvrMenuPage />
  </NuqsAdapter>
)
IvrMenus.getLayout = tenantLayout('routing/ivr-menus')

export default IvrMenus
