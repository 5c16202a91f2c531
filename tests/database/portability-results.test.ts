import { beforeAll, expect, test } from 'vitest'
import { attachToOpportunity, checkAttached } from '@/lib/numbers/port-orders'
import type { Supabase } from '@/lib/supabase/browser-client'
import { answerForApp } from '../support/app-answers'
import { type Caller, callersByRole } from '../support/clients'
import { query } from '../support/database'
import { insertRow } from '../support/factories/row'
import { newOpportunity } from '../support/factories/sales'

const KEPT = '+12075550141'
const REMOVED = '+12075550142'
const results = [KEPT, REMOVED].map((number) => ({
  number,
  portable: true,
  fastPort: false,
  reason: '',
  carrier: 'Acme Telecom',
  lineType: null,
  rateCenter: null,
  source: 'Telnyx',
  fetchedAt: '2026-03-02T15:00:00Z',
}))

let admin: Caller
beforeAll(async () => {
  admin = (await callersByRole()).admin
})

const numbersOf = (opportunity: string) =>
  query(
    'select number, portable, carrier, version from public.opportunity_numbers where opportunity_id = $1 order by number',
    [opportunity],
  )

test('a portability check stores no result for a number that was removed while it ran', async () => {
  const { id } = await insertRow('opportunities', await newOpportunity())
  const client = admin.client as unknown as Supabase
  await query(
    'insert into public.opportunity_numbers (opportunity_id, number) select $1, unnest($2::text[])',
    [id, [KEPT, REMOVED]],
  )
  answerForApp(async () => {
    await query('delete from public.opportunity_numbers where opportunity_id = $1 and number = $2', [
      id,
      REMOVED,
    ])
    return results
  })
  await checkAttached(client, id, [KEPT, REMOVED])
  expect(await numbersOf(id)).toEqual([{ number: KEPT, portable: true, carrier: 'Acme Telecom', version: 2 }])

  // Attached from the check of any numbers, it is added.
  await attachToOpportunity(client, id, results)
  expect(await numbersOf(id)).toMatchObject([
    { number: KEPT, version: 3 },
    { number: REMOVED, portable: true, version: 1 },
  ])
})
