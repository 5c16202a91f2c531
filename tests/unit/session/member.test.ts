import { expect, test } from 'vitest'
import { loadStanding } from '@/lib/session/member'
import type { Supabase } from '@/lib/supabase/browser-client'

const permissions = [{ section: 'billing', action: 'view' }]

/** The answers of a database whose company is in a zone. */
const databaseOf = (time_zone: string | null) =>
  ({
    from: () => ({
      select: () => ({
        eq: () => ({ single: async () => ({ data: { user_id: 'ada', status: 'active' }, error: null }) }),
      }),
    }),
    rpc: async () => ({ data: { permissions, time_zone }, error: null }),
  }) as unknown as Supabase

test.each([
  ['the company’s', 'Pacific/Auckland', 'Pacific/Auckland'],
  ['UTC’s where only the database knows that zone', 'Mars/Olympus_Mons', 'UTC'],
])('the business day is %s', async (_, stored, zone) => {
  expect(await loadStanding(databaseOf(stored), 'ada')).toMatchObject({ timeZone: zone })
})
