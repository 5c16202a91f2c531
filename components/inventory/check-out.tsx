import { CompanyPicker } from '@/components/search/company-picker'
import { useAction } from '@/hooks/use-write'
import { notify } from '@/lib/browser/notify'
import { checkOut } from '@/lib/inventory/stock-client'

/** Selects the tenant for a stock item; the device is then created there. */
export function CheckOut({ item, onClose }: { item: { id: string; name: string }; onClose: () => void }) {
  const { act } = useAction()
  return (
    <CompanyPicker
      open
      onClose={onClose}
      onChoose={async ({ company: { name, domain_uuid: tenant } }) => {
        if (!tenant) return notify('error', `${name} has no tenant yet.`)
        await act(
          (supabase) => checkOut(supabase, item.id, tenant),
          `${item.name} is now a device of ${name}`,
        )
      }}
    />
  )
}
