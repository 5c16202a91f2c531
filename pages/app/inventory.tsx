import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { shellPage } from '@/components/shell/shell-page'

// Whoever sets up phones receives them here; the list is for the section Inventory alone.
export default shellPage(
  ['inventory', 'telephony'],
  dynamic(() => import('@/components/inventory/stock-page').then((module) => module.StockPage), {
    loading: loadingPage,
  }),
)
