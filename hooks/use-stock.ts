import { findStock, stockLevels } from '@/lib/inventory/stock-client'
import { dataOf } from '@/lib/supabase/answer'
import { keys } from './keys'
import { useQuery } from './use-query'

/** All models by name, with how many are ordered, in stock and out. */
export const useStockLevels = () => useQuery(keys.stockLevels(), stockLevels, { early: true })

/** The stock item with a MAC address, as it is for a tenant, for users who may set up phones. */
export const useStockItem = (mac: string | undefined, tenant?: string) =>
  useQuery(mac ? keys.stockItem(mac, tenant) : null, (supabase) => findStock(supabase, mac ?? '', tenant))

/** The tenant that has a device with a MAC address; null if none that the user may see. */
export const useDeviceOwner = (mac: string) =>
  useQuery(keys.deviceOwner(mac), async (supabase) => {
    const device = dataOf(await supabase.from('devices').select('tenant_id').eq('mac', mac).maybeSingle())
    if (!device) return null
    const { tenant_id: tenant } = device
    const [company] = dataOf(await supabase.from('companies').select('name').eq('domain_uuid', tenant))
    return { tenant, name: company?.name ?? 'a tenant' }
  })
