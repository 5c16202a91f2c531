import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { StockPage } from '@/components/inventory/stock-page'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'

const InventoryPage: Page = () => (
  <NuqsAdapter>
    <StockPage />
  </NuqsAdapter>
)
// Whoever sets up phones receives them here; the list is for the section Inventory alone.
InventoryPage.getLayout = shellLayout(['inventory', 'telephony'])

export default InventoryPage
