import type { SeatProduct } from '../licensing/seats'
import { may, type Permissions } from '../session/permissions'
import { addOnce } from '../supabase/add-once'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'

/** Creates a prospect with just a name; the rest is filled in on its page. Idempotent by id. */
export async function createCompany(
  supabase: Supabase,
  company: Pick<Tables<'companies'>, 'id' | 'name' | 'owner_id'>,
): Promise<Tables<'companies'>> {
  return addOnce(supabase, 'companies', company)
}

/** Whether the role may create a company from a picker. */
export function mayCreateCompanies(permissions: Permissions | undefined): boolean {
  return may(permissions, 'sales', 'create') || may(permissions, 'customers', 'create')
}

/** Creates a contact of a company. Idempotent by id. */
export async function createContact(
  supabase: Supabase,
  contact: Pick<Tables<'contacts'>, 'id' | 'company_id' | 'name' | 'role' | 'email' | 'phone'>,
): Promise<void> {
  await addOnce(supabase, 'contacts', contact)
}

/** Creates a service for sale, with the licensed seat that it pays for, if any; prices are decimals in US dollars. Idempotent by id. */
export async function createService(
  supabase: Supabase,
  {
    one_off_price,
    monthly_price,
    ...service
  }: {
    id: string
    name: string
    one_off_price: string
    monthly_price: string
    seat_product: SeatProduct | null
  },
): Promise<void> {
  const row = { ...service, one_off_price: Number(one_off_price), monthly_price: Number(monthly_price) }
  await addOnce(supabase, 'services', row)
}
