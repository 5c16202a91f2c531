import { beforeAll, expect, test } from 'vitest'
import { addAdjustment, deleteDraft, type Invoice } from '@/lib/billing/invoices'
import { deletePayment } from '@/lib/billing/payments'
import { deleteRatePlan } from '@/lib/billing/rates'
import { deleteSubscription } from '@/lib/billing/subscriptions'
import { deleteRecord } from '@/lib/records/record-client'
import type { Supabase } from '@/lib/supabase/browser-client'
import { callerOf } from '../support/clients'
import { query, storedRow } from '../support/database'
import { FACTORIES } from '../support/factories'
import { insertRow, newId, type TableName } from '../support/factories/row'

let staff: Supabase
beforeAll(async () => {
  staff = (await callerOf('superadmin')).client as unknown as Supabase
})

type Deletion = (supabase: Supabase, seen: never) => Promise<void>

test.each<[TableName, Deletion]>([
  ['invoices', deleteDraft],
  ['payments', deletePayment],
  ['quotes', (supabase, seen) => deleteRecord(supabase, 'quotes', null, seen)],
  ['rate_plans', deleteRatePlan],
  ['subscriptions', deleteSubscription],
  ['tasks', (supabase, seen) => deleteRecord(supabase, 'tasks', null, seen)],
])('a record of %s is deleted only as the user saw it', async (table, remove) => {
  const seen = await insertRow(table, await FACTORIES[table]())
  await query(`update public.${table} set updated_at = now() where id = $1`, [seen.id])
  const newer = await storedRow(table, seen.id)
  await expect(remove(staff, seen as never)).rejects.toMatchObject({ reason: 'conflict' })
  expect(await storedRow(table, seen.id)).toEqual(newer)
  await remove(staff, newer as never)
  expect(await storedRow(table, seen.id)).toBeUndefined()
})

test('a draft is not removed with an adjustment that its remover has not seen', async () => {
  const draft = (await insertRow('invoices', await FACTORIES.invoices())) as Invoice
  await addAdjustment(staff, draft, { id: newId(), description: 'Goodwill', amount: -200 })
  await expect(deleteDraft(staff, draft)).rejects.toMatchObject({ reason: 'conflict' })
  expect(await storedRow('invoices', draft.id)).toMatchObject({ total: -200 })
})
