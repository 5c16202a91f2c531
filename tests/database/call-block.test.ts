import { expect, test } from 'vitest'
import { serviceClient } from '../support/clients'
import { query, storedRow } from '../support/database'
import { FACTORIES } from '../support/factories'
import { newCallBlockRule } from '../support/factories/numbers'
import { insertRow } from '../support/factories/row'

const changesOf = (id: string) =>
  query("select 1 from public.audit_log where record_id = $1 and action = 'update'", [id])

test('a blocked call is counted without a new version or audit entry', async () => {
  const rule = await insertRow('call_block_rules', await newCallBlockRule())
  await serviceClient().rpc('count_block_hit', { tenant: rule.tenant_id, rule: rule.id }).throwOnError()
  expect(await storedRow('call_block_rules', rule.id)).toMatchObject({
    hits: 1,
    last_hit_at: expect.any(String),
    version: 1,
  })
  expect(await changesOf(rule.id)).toEqual([])
})

test('editing a block rule still raises its version and writes an audit entry', async () => {
  const rule = await insertRow('call_block_rules', await newCallBlockRule())
  await query(`update public.call_block_rules set name = 'Robocaller' where id = $1`, [rule.id])
  expect(await storedRow('call_block_rules', rule.id)).toMatchObject({ version: 2 })
  expect(await changesOf(rule.id)).toHaveLength(1)
})

test('a rule that sent callers on and now rejects them has no destination', async () => {
  const { id: destination_id, tenant_id } = await FACTORIES.extensions().then((row) =>
    insertRow('extensions', row),
  )
  const sending = await newCallBlockRule({ tenant_id, action: 'destination', destination_id })
  const rule = await insertRow('call_block_rules', sending)
  await query(`update public.call_block_rules set action = 'reject' where id = $1`, [rule.id])
  expect(await storedRow('call_block_rules', rule.id)).toMatchObject({
    action: 'reject',
    destination_id: null,
  })
})
