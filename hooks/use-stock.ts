import { stockLevels } from '@/lib/inventory/stock-client'
import { dataOf } from '@/lib/supabase/answer'
import { keys } from './keys'
import { useQuery } from './use-query'

export const useStockLevels = () => useQuery(keys.stockLevels(), stockLevels)

/** The stock item with a MAC address, for users who may set up phones. */
export const useStockItem = (mac: string | undefined) =>
  useQuery(mac ? keys.stockItem(mac) : null, async (supabase) => {
    const [item] = dataOf(await supabase.rpc('find_stock', { mac: mac ?? '' }))
    return item ?? null
  })
