import { lazyPage } from '@/components/shell/lazy-page'
import { shellPage } from '@/components/shell/shell-page'

// Whoever sets up phones receives them here; the list is for the section Inventory alone.
export default shellPage(
  ['inventory', 'telephony'],
  lazyPage(() => import('@/components/inventory/stock-page').then((module) => module.StockPage)),
)
