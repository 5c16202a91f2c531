import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'

const StockPage = lazyPage(() =>
  import('@/components/inventory/stock-page').then((module) => module.StockPage),
)

const InventoryPage: Page = () => (
  <NuqsAdapter>
    <StockPage />
  </NuqsAdapter>
)
// Whoever sets up phones receives them here; the list is for the section Inventory alone.
InventoryPage.getLayout = shellLayout(['inventory', 'telephony'])

export default InventoryPage
