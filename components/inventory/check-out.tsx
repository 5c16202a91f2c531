import { useSWRConfig } from 'swr'
import { CompanyPicker } from '@/components/search/company-picker'
import { failureMessage } from '@/lib/errors'
import { checkOut } from '@/lib/inventory/stock-client'
import { notify } from '@/lib/notify'
import { getSupabase } from '@/lib/supabase/browser-client'

/** Chooses the tenant for which a stock item leaves; its device is made there. */
export function CheckOut({ item, onClose }: { item: { id: string; name: string }; onClose: () => void }) {
  const { mutate } = useSWRConfig()
  return (
    <CompanyPicker
      open
      onClose={onClose}
      onChoose={async ({ company }) => {
        if (!company.domain_uuid) {
          void notify('error', `${company.name} has no tenant yet.`)
          return
        }
        try {
          await checkOut(await getSupabase(), item.id, company.domain_uuid)
          void notify('success', `${item.name} is now a device of ${company.name}`)
          await mutate(
            (key) => key === 'stock-levels' || (Array.isArray(key) && String(key[0]).startsWith('record')),
          )
        } catch (error) {
          void notify('error', failureMessage(error))
        }
      }}
    />
  )
}
