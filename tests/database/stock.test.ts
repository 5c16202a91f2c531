import { describe, expect, test } from 'vitest'
import { sendReceipt } from '@/lib/inventory/stock-client'
import { modelKey } from '@/lib/model-key'
import { newMember } from '../support/clients'
import { become, query, storedRow, untilWaiting, withDatabase } from '../support/database'
import { TECH } from '../support/demo-users'
import { FACTORIES } from '../support/factories'
import { newCompany } from '../support/factories/companies'
import { insertRow, newId, unique, uniqueMac } from '../support/factories/row'
import { memberWith } from '../support/members'

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** The item that a scan brought into stock. */
const received = async (scan: string) =>
  (
    await query<{ row: Record<string, unknown> }>(
      'select to_jsonb(i) as row from public.inventory i where receipt_id = private.scanned_id($1)',
      [scan],
    )
  )[0]?.row

describe('receiving stock', () => {
  test.each(['tech', 'admin'])('stores a scan of the %s once, however often it is sent', async (role) => {
    const { client } = await newMember(role)
    const [item, mac] = [newId(), uniqueMac()]
    const send = () => client.rpc('receive_stock', { item, mac, model: 'T54W' })
    expect([(await send()).data, (await send()).data]).toEqual([
      { outcome: 'received' },
      { outcome: 'received' },
    ])
    expect(await query('select id, model, status from public.inventory where mac = $1', [mac])).toEqual([
      { id: (await received(item))?.id, model: 'T54W', status: 'in_stock' },
    ])
    // Sent again once the item is gone, it is in stock again.
    await query('delete from public.inventory where mac = $1', [mac])
    expect((await send()).data).toEqual({ outcome: 'received' })
    expect(await received(item)).toMatchObject({ mac, status: 'in_stock' })
  })

  test('sends a scan only as the user who scanned it', async () => {
    const [ada, ben] = [await newMember('tech'), await newMember('tech')]
    const goods = { id: newId(), mac: uniqueMac(), model: 'T54W', location: '', serial: '' }
    const scan = { ...goods, state: 'waiting' } as const
    for (const send of [
      () => sendReceipt(ben.client, ada.userId, scan),
      () => sendReceipt(ben.client, ada.userId, { ...scan, state: 'removing' }),
    ]) {
      await expect(send()).rejects.toMatchObject({ status: 401 })
    }
    expect(await received(scan.id)).toBeUndefined()
    expect(await sendReceipt(ada.client, ada.userId, scan)).toMatchObject({ state: 'received' })
    expect(
      await query("select actor from public.audit_log where record_id = $1 and action = 'insert'", [
        (await received(scan.id))?.id,
      ]),
    ).toEqual([{ actor: ada.userId }])
  })

  test('corrects only what was changed in the scan, not what Inventory has changed since', async () => {
    const { client, userId } = await newMember('tech')
    const goods = { mac: uniqueMac(), model: `T54W-${unique()}`, location: 'Bench', serial: '' }
    const scan = { id: newId(), ...goods, state: 'waiting' } as const
    await sendReceipt(client, userId, scan)
    const changed = { mac: uniqueMac(), model: `T57W-${unique()}`, location: 'Shelf 3' }
    await query('update public.inventory set mac = $2, model = $3, location = $4 where id = $1', [
      (await received(scan.id))?.id,
      ...Object.values(changed),
    ])
    const serial = `S-${unique()}`
    await sendReceipt(client, userId, { ...scan, serial, stored: goods })
    expect(await received(scan.id)).toMatchObject({ ...changed, serial })
    await query('update public.inventory set serial = $2 where id = $1', [
      (await received(scan.id))?.id,
      `${serial}-2`,
    ])
    const numbered = { ...goods, serial }
    await sendReceipt(client, userId, { ...scan, ...numbered, location: 'Van', stored: numbered })
    expect(await received(scan.id)).toMatchObject({ ...changed, serial: `${serial}-2`, location: 'Van' })
    await sendReceipt(client, userId, { ...scan, location: 'Van', stored: { ...numbered, location: 'Van' } })
    expect(await received(scan.id)).toMatchObject({ ...changed, serial: null, location: 'Van' })
  })

  test('reports a phone that is already in stock', async () => {
    const { client } = await newMember('tech')
    const held = await insertRow('inventory', await FACTORIES.inventory({ mac: uniqueMac(), status: 'rma' }))
    const item = newId()
    const { data } = await client.rpc('receive_stock', { item, mac: String(held.mac) })
    expect(data).toEqual({ outcome: 'duplicate', name: held.name, status: 'rma' })
    expect(await received(item)).toBeUndefined()
  })

  test('is corrected by sending it again, and undone, while the phone is still in stock', async () => {
    const { client } = await newMember('tech')
    const [item, mac, other] = [newId(), uniqueMac(), uniqueMac()]
    const send = (change: object) => client.rpc('receive_stock', { item, mac, model: 'T54W', ...change })
    await send({}).throwOnError()
    await send({ mac: other, model: 'T57W', serial: `S-${item}`, location: 'Shelf 3' }).throwOnError()
    expect(await received(item)).toMatchObject({
      mac: other,
      model: 'T57W',
      serial: `S-${item}`,
      location: 'Shelf 3',
    })
    const { id } = (await received(item)) ?? {}
    await query("update public.inventory set status = 'shipped' where id = $1", [id])
    expect((await send({ model: 'T54W' })).error?.code).toBe('23514')
    expect((await client.rpc('cancel_receipt', { item })).error?.code).toBe('23001')
    await query("update public.inventory set status = 'in_stock' where id = $1", [id])
    await client.rpc('cancel_receipt', { item }).throwOnError()
    expect(await received(item)).toBeUndefined()
    // Sent again, as after a lost response.
    await client.rpc('cancel_receipt', { item }).throwOnError()
  })

  test.each(['SIP-M{}', 'm {}', 'M\u00a0{}'])(
    'takes %s for the model that is on order, in stock or has a minimum, and writes it so',
    async (typed) => {
      const { client } = await newMember('tech')
      const number = unique()
      const [model, written] = [`M-${number}`, typed.replace('{}', number)]
      const company = await insertRow('companies', await newCompany())
      const ordered = await insertRow(
        'inventory',
        await FACTORIES.inventory({
          model,
          status: 'ordered',
          company_id: company.id,
          serial: null,
          mac: null,
        }),
      )
      await insertRow('stock_minimums', await FACTORIES.stock_minimums({ model, minimum: 3 }))
      const [first, second] = [newId(), newId()]
      const goods = { item: first, mac: uniqueMac(), model: written }
      await client.rpc('receive_stock', goods).throwOnError()
      // Its second barcode.
      await client.rpc('receive_stock', { ...goods, serial: `S-${first}` }).throwOnError()
      await client.rpc('receive_stock', { item: second, mac: uniqueMac(), model: written }).throwOnError()
      expect(await received(first)).toMatchObject({
        id: ordered.id,
        model,
        status: 'reserved',
        company_id: company.id,
        serial: `S-${first}`,
      })
      expect(await received(second)).toMatchObject({ model, status: 'in_stock', company_id: null })
    },
  )

  test('reports a serial number that another phone has', async () => {
    const { client } = await newMember('tech')
    const serial = `S-${unique()}`
    const held = await insertRow('inventory', await FACTORIES.inventory({ serial }))
    for (const scanned of [serial, serial.toLowerCase()]) {
      const goods = { item: newId(), mac: uniqueMac(), serial: scanned }
      const { data } = await client.rpc('receive_stock', goods)
      expect(data).toMatchObject({ outcome: 'duplicate', name: held.name })
    }
    const again = insertRow('inventory', await FACTORIES.inventory({ serial: serial.toLowerCase() }))
    await expect(again).rejects.toMatchObject({ constraint: 'inventory_same_serial_key' })
  })

  test('matches an arriving phone with the ordered one announced under its serial number, in capitals or small letters', async () => {
    const { client } = await newMember('tech')
    const [serial, mac] = [`S-${unique()}`, uniqueMac()]
    const announced = { status: 'ordered', mac: null, serial: serial.toLowerCase() }
    const { id } = await insertRow('inventory', await FACTORIES.inventory(announced))
    await client.rpc('receive_stock', { item: newId(), mac, serial }).throwOnError()
    expect(await storedRow('inventory', id)).toMatchObject({ status: 'in_stock', mac, serial })
  })

  test('puts a phone that was ordered for stock back on order when its scan is undone', async () => {
    const { client } = await newMember('tech')
    const model = `M-${unique()}`
    const given = { model, status: 'ordered', mac: null, serial: null }
    const ordered = await insertRow('inventory', await FACTORIES.inventory(given))
    const [item, mac] = [newId(), uniqueMac()]
    await client.rpc('receive_stock', { item, mac, model }).throwOnError()
    expect(await storedRow('inventory', ordered.id)).toMatchObject({ status: 'in_stock', mac })
    await client.rpc('cancel_receipt', { item }).throwOnError()
    expect(await storedRow('inventory', ordered.id)).toMatchObject({
      status: 'ordered',
      mac: null,
      receipt_id: null,
    })
  })

  test('matches an arriving phone with the ordered one announced under its MAC address', async () => {
    const { client } = await newMember('tech')
    const model = `M-${unique()}`
    const [first, second, other] = [uniqueMac(), uniqueMac(), uniqueMac()]
    const announced = async (mac: string) =>
      insertRow('inventory', await FACTORIES.inventory({ model, status: 'ordered', mac, serial: `S-${mac}` }))
    const [early, late] = [await announced(first), await announced(second)]
    const receive = async (mac: string) =>
      (await client.rpc('receive_stock', { item: newId(), mac, model }).throwOnError()).data
    expect(await receive(second)).toEqual({ outcome: 'received' })
    expect(await receive(other)).toEqual({ outcome: 'received' })
    expect(await storedRow('inventory', late.id)).toMatchObject({
      status: 'in_stock',
      mac: second,
      serial: `S-${second}`,
    })
    expect(await storedRow('inventory', early.id)).toEqual(early)
    expect(await receive(second)).toMatchObject({ outcome: 'duplicate', status: 'in_stock' })
  })

  test('takes the model of an ordered phone that was announced without one from its scan, also corrected', async () => {
    const { client } = await newMember('tech')
    const [item, mac] = [newId(), uniqueMac()]
    const { id } = await insertRow(
      'inventory',
      await FACTORIES.inventory({ model: '', status: 'ordered', mac }),
    )
    const send = (model: string) => client.rpc('receive_stock', { item, mac, model }).throwOnError()
    await send('')
    expect(await storedRow('inventory', id)).toMatchObject({ status: 'in_stock', model: '' })
    await send('T54W')
    expect(await storedRow('inventory', id)).toMatchObject({ status: 'in_stock', model: 'T54W' })
    const other = await insertRow(
      'inventory',
      await FACTORIES.inventory({ model: '', status: 'ordered', mac: uniqueMac() }),
    )
    await client.rpc('receive_stock', { item: newId(), mac: String(other.mac), model: 'T57W' }).throwOnError()
    expect(await storedRow('inventory', other.id)).toMatchObject({ status: 'in_stock', model: 'T57W' })
  })

  test.each(['stock', 'a customer'])(
    'keeps what was announced of a phone for %s when its scan is sent again or undone',
    async (whom) => {
      const { client } = await newMember('tech')
      const company_id =
        whom === 'stock' ? null : (await insertRow('companies', await newCompany({ status: 'active' }))).id
      const [item, mac] = [newId(), uniqueMac()]
      const announced = { model: `Yealink ${unique()}`, mac, serial: `S-${mac}`, company_id }
      const given = { ...announced, status: 'ordered', location: 'Dock 2' }
      const { id } = await insertRow('inventory', await FACTORIES.inventory(given))
      const arrived = { ...announced, status: whom === 'stock' ? 'in_stock' : 'reserved' }
      const send = (change = {}) =>
        client.rpc('receive_stock', { item, mac, model: '', serial: '', ...change }).throwOnError()
      for (const change of [{}, {}, { model: 'T54W' }, { location: 'Shelf 3' }, { serial: `X-${mac}` }, {}]) {
        expect((await send(change)).data).toEqual({ outcome: 'received' })
        const { model } = announced
        expect(await storedRow('inventory', id)).toMatchObject({ ...arrived, location: '', ...change, model })
      }
      await client.rpc('cancel_receipt', { item }).throwOnError()
      expect(await storedRow('inventory', id)).toMatchObject({ ...given, receipt_id: null })
      // The next scan of this address is that order's again.
      expect((await client.rpc('receive_stock', { item: newId(), mac }).throwOnError()).data).toEqual({
        outcome: 'received',
      })
      expect(await storedRow('inventory', id)).toMatchObject(arrived)
    },
  )

  test.each([
    ['an announced phone that two people scan', true, 'duplicate'],
    ['a scan that is sent twice', false, 'received'],
  ])('counts %s at the same time only once', async (_case, announced, second) => {
    const mac = uniqueMac()
    if (announced) await insertRow('inventory', await FACTORIES.inventory({ mac, status: 'ordered' }))
    const scan = newId()
    const outcomeOf = "select public.receive_stock(item => $1, mac => $2) ->> 'outcome' as outcome"
    await withDatabase((ada) =>
      withDatabase(async (ben) => {
        for (const client of [ada, ben]) {
          await client.query('begin')
          await become(client, TECH)
        }
        expect((await ada.query(outcomeOf, [scan, mac])).rows).toEqual([{ outcome: 'received' }])
        const later = ben.query(outcomeOf, [announced ? newId() : scan, mac])
        await untilWaiting(ben)
        await ada.query('commit')
        expect((await later).rows).toEqual([{ outcome: second }])
        await ben.query('commit')
      }),
    )
    expect(await query('select status from public.inventory where mac = $1', [mac])).toEqual([
      { status: 'in_stock' },
    ])
  })

  test('is changed and undone only by the browser that scanned it, whatever others see of the item', async () => {
    const ada = await newMember('tech')
    const ben = await memberWith('telephony.create', 'inventory.view')
    const model = `M-${unique()}`
    await insertRow('inventory', await FACTORIES.inventory({ model, status: 'ordered' }))
    // The second one was on order.
    for (const wanted of ['T54W', model]) {
      const [item, mac] = [newId(), uniqueMac()]
      await ada.client.rpc('receive_stock', { item, mac, model: wanted }).throwOnError()
      const before = await received(item)
      const seen = await ben.client.from('inventory').select().eq('mac', mac).single().throwOnError()
      const told = await ben.client.from('audit_log').select('changes').eq('record_id', seen.data.id)
      const shown = [...new Set(JSON.stringify([seen.data, told.data]).match(UUIDS))]
      expect(shown).toContain(seen.data.id)
      for (const guess of shown) {
        await ben.client.rpc('cancel_receipt', { item: guess }).throwOnError()
        const sent = await ben.client.rpc('receive_stock', { item: guess, mac: uniqueMac(), model: 'T31P' })
        expect(sent.data).toEqual({ outcome: 'received' })
        expect(await storedRow('inventory', seen.data.id)).toEqual(before)
      }
    }
  })

  test('does not touch stock that was not received by scanning', async () => {
    const { client } = await newMember('tech')
    const held = await insertRow('inventory', await FACTORIES.inventory({ mac: uniqueMac() }))
    await client.rpc('cancel_receipt', { item: String(held.id) }).throwOnError()
    expect(await storedRow('inventory', String(held.id))).toBeDefined()
  })

  test('rejects invalid MAC addresses, and users who may not set up phones or manage stock', async () => {
    const [tech, nobody] = [
      await newMember('tech'),
      await newMember((await insertRow('roles', await FACTORIES.roles())).name),
    ]
    const wrong = await tech.client.rpc('receive_stock', { item: newId(), mac: '12:34' })
    expect(wrong.error?.code).toBe('23514')
    const refused = await nobody.client.rpc('receive_stock', { item: newId(), mac: uniqueMac() })
    expect(refused.error?.code).toBe('42501')
    expect((await nobody.client.rpc('cancel_receipt', { item: newId() })).error?.code).toBe('42501')
  })

  test('is not listed for a tech', async () => {
    const { client } = await newMember('tech')
    await insertRow('inventory', await FACTORIES.inventory())
    expect((await client.from('inventory').select('id')).data).toEqual([])
    expect((await client.rpc('stock_levels')).data).toEqual([])
  })
})

test('stock levels count a model once, however it is written, as its minimum writes it', async () => {
  const { client } = await newMember('admin')
  const number = unique()
  const spellings = [`M-${number}`, `m ${number}`, `SIP-M${number}`, `SIP-M${number}`]
  for (const model of spellings) await insertRow('inventory', await FACTORIES.inventory({ model }))
  const levels = async () =>
    (await client.rpc('stock_levels')).data?.filter(({ model }) => model.includes(String(number)))
  expect(await levels()).toMatchObject([{ model: `SIP-M${number}`, in_stock: 4, minimum: null }])

  await insertRow('stock_minimums', await FACTORIES.stock_minimums({ model: `M-${number}`, minimum: 5 }))
  expect(await levels()).toMatchObject([{ model: `M-${number}`, in_stock: 4, minimum: 5 }])
  const again = await client.from('stock_minimums').insert({ model: `m${number}`, minimum: 1 })
  expect(again.error?.code).toBe('23505')
})

test.each(['SIP-T54W', 'sip t54w', 'VVX\u00a0450', 'Ｔ５４Ｗ', 'W70B+', '[a]_^`{~}', 'Телефон 1', '-', ''])(
  'the browser and the database compare the model %j alike',
  async (model) => {
    const [row] = await query<{ key: string }>('select private.model_key($1) as key', [model])
    expect(row?.key).toBe(modelKey(model))
  },
)

test('stock levels count items of a model by location and show its minimum', async () => {
  const { client } = await newMember('admin')
  const model = `M-${unique()}`
  for (const status of ['ordered', 'in_stock', 'in_stock', 'reserved', 'deployed', 'rma', 'retired'])
    await insertRow('inventory', await FACTORIES.inventory({ model, status }))
  await insertRow('stock_minimums', await FACTORIES.stock_minimums({ model, minimum: 4 }))
  const { data } = await client.rpc('stock_levels')
  expect(data?.find((level) => level.model === model)).toEqual({
    model,
    ordered: 1,
    in_stock: 2,
    reserved: 1,
    deployed: 1,
    rma: 1,
    minimum: 4,
    minimum_version: 1,
  })
})
