import { describe, expect, test } from 'vitest'
import type { Permission } from '@/lib/session/permissions'
import { refusalOf } from '@/lib/supabase/refusal'
import { MAC_WANTED } from '@/lib/validation/mac'
import { newMember } from '../support/clients'
import { query } from '../support/database'
import { FACTORIES } from '../support/factories'
import { insertTenant } from '../support/factories/companies'
import { insertRow, newId, type TableName, unique, uniqueMac } from '../support/factories/row'
import { memberWith } from '../support/members'

const OF_NO_DEVICE = ['00:00:00:00:00:00', 'FF:FF:FF:FF:FF:FF']

/** Every table that stores a MAC address. */
const tablesWithMac = () =>
  query<{ name: TableName }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname ~ '(^|_)mac($|_)'
     order by 1`,
  )

/** All notations of the same address used by people and labels. */
const formsOf = (mac: string) => {
  const digits = mac.replaceAll(':', '')
  return [
    mac,
    mac.replaceAll(':', '-'),
    digits.toLowerCase(),
    digits.replace(/(....)(....)(....)/, '$1.$2.$3').toLowerCase(),
  ]
}

describe('an invalid MAC address', () => {
  test('is rejected with a readable error by every table that stores one', async () => {
    const tables = (await tablesWithMac()).map(({ name }) => name)
    expect(tables).toEqual(['devices', 'inventory', 'unknown_phones'])
    for (const table of tables) {
      for (const mac of OF_NO_DEVICE) {
        const row = await FACTORIES[table]({ mac } as never)
        const stored = insertRow(table, row as never)
        await expect(stored, `${table} ${mac}`).rejects.toMatchObject({
          code: '23514',
          constraint: `${table}_mac_check`,
        })
        // Not typed by anyone: only the server writes it.
        if (table === 'unknown_phones') continue
        const message = `new row for relation "${table}" violates check constraint "${table}_mac_check"`
        expect(refusalOf({ code: '23514', message }, 400)).toMatchObject({
          column: 'mac',
          message: MAC_WANTED,
        })
      }
    }
    expect(await query('select 1 from public.inventory where mac = any ($1)', [OF_NO_DEVICE])).toEqual([])
  })

  test.each(OF_NO_DEVICE)('cannot be received into stock: %s', async (mac) => {
    const { client } = await newMember('tech')
    const item = newId()
    const { error } = await client.rpc('receive_stock', { item, mac })
    expect(error).toMatchObject({ code: '23514', details: '{"column": "mac"}' })
    expect(await query('select 1 from public.inventory where id = $1', [item])).toEqual([])
  })
})

describe('searching a list', () => {
  test('finds stock by MAC address in any format, in full or in part', async () => {
    const { client } = await newMember('admin')
    const mac = uniqueMac()
    const item = await insertRow('inventory', await FACTORIES.inventory({ mac, name: `Lobby ${unique()}` }))
    await insertRow('inventory', await FACTORIES.inventory({ mac: uniqueMac() }))
    for (const search of [...formsOf(mac), ...formsOf(mac.slice(0, 14)), mac.slice(3).replaceAll(':', ' ')]) {
      const { data, error } = await client.rpc('record_page', {
        target_table: 'inventory',
        search,
        sort_by: 'name',
      })
      expect(error).toBeNull()
      expect(
        (data as { id: string }[]).map(({ id }) => id),
        search,
      ).toEqual([item.id])
      expect((await client.rpc('record_count', { target_table: 'inventory', search })).data, search).toBe(1)
    }
  })

  test("finds a tenant's phone by MAC address in any format", async () => {
    const { client } = await newMember('tech')
    const { tenant } = await insertTenant(`Phones ${unique()}`)
    const device = await insertRow(
      'devices',
      await FACTORIES.devices({ tenant_id: tenant.id, mac: uniqueMac() }),
    )
    await insertRow('devices', await FACTORIES.devices({ tenant_id: tenant.id }))
    for (const search of formsOf(device.mac)) {
      const asked = { target_table: 'devices', tenant: tenant.id, search, sort_by: 'mac' }
      const { data } = await client.rpc('record_page', asked)
      expect(
        (data as { id: string }[]).map(({ id }) => id),
        search,
      ).toEqual([device.id])
    }
  })

  test('treats words that are not hexadecimal as text', async () => {
    const { client } = await newMember('admin')
    const name = `Beige ${unique()}`
    const item = await insertRow('inventory', await FACTORIES.inventory({ name, mac: uniqueMac() }))
    const { data } = await client.rpc('record_page', {
      target_table: 'inventory',
      search: name,
      sort_by: 'name',
    })
    expect((data as { id: string }[]).map(({ id }) => id)).toEqual([item.id])
  })
})

test('the error for a MAC address in use names the phone that has it', async () => {
  const { tenant, company } = await insertTenant(`Lobby ${unique()}`)
  const phone = await insertRow(
    'devices',
    await FACTORIES.devices({ tenant_id: tenant.id, mac: uniqueMac() }),
  )
  const again = async (given: { tenant_id?: string }) =>
    insertRow('devices', await FACTORIES.devices({ ...given, mac: phone.mac })).then(
      () => 'stored',
      (error: Error) => error.message,
    )
  expect(await again({ tenant_id: tenant.id })).toBe(`${phone.mac} is already the phone ${phone.label}.`)
  expect(await again({})).toBe(`${phone.mac} is already the phone ${phone.label} of ${company.name}.`)
})

test('whose phone has a MAC address is told by adding one only to those who may add phones', async () => {
  const phone = await insertRow('devices', await FACTORIES.devices({ mac: uniqueMac() }))
  const toldTo = async (...rights: readonly Permission[]) => {
    const { client } = await memberWith('telephony.view', ...rights)
    return (await client.from('devices').insert(await FACTORIES.devices({ mac: phone.mac }))).error
  }
  const refused = await toldTo('telephony.edit', 'billing.create')
  expect(refused?.code).toBe('42501')
  expect(JSON.stringify(refused)).not.toContain(phone.label)
  expect((await toldTo('telephony.create'))?.message).toContain(
    `${phone.mac} is already the phone ${phone.label}`,
  )
  expect(await query('select id from public.devices where mac = $1', [phone.mac])).toEqual([{ id: phone.id }])
})
