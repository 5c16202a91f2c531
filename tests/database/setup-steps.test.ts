import { expect, test } from 'vitest'
import { become, inSnapshot, query } from '../support/database'
import { TECH } from '../support/demo-users'
import { FACTORIES } from '../support/factories'
import { newTenant } from '../support/factories/companies'
import { insertRegistered } from '../support/factories/emergency'
import { insertRow, newId } from '../support/factories/row'
import { NO_STEP_DONE } from '../support/setup-steps'

const stepsOf = (tenant: string, { user = TECH, switchReports = false } = {}) =>
  inSnapshot(async (client) => {
    // Before the snapshot is taken, so that it has what others have stored by then.
    await client.query('lock table private.switch_outboxes in share row exclusive mode')
    await client.query('delete from private.switch_outboxes')
    if (switchReports) {
      const { rows } = await client.query(
        "insert into public.switches (name, address) values ('reporting', '192.0.2.10') returning id",
      )
      await client.query(
        'insert into private.switch_outboxes (switch_id, outbox, sequence) values ($1, gen_random_uuid(), 1)',
        [rows[0].id],
      )
    }
    await become(client, user)
    return (await client.query('select * from public.tenant_setup_steps($1)', [tenant])).rows[0]
  })

test('each setup step of a tenant is marked as done once it is', async () => {
  const tenant_id = (await insertRow('tenants', await newTenant())).id
  expect(await stepsOf(tenant_id)).toEqual(NO_STEP_DONE)
  const extension = await insertRow('extensions', await FACTORIES.extensions({ tenant_id }))
  const did = await insertRow('dids', await FACTORIES.dids({ tenant_id, destination_id: null }))
  expect(await stepsOf(tenant_id)).toEqual({ ...NO_STEP_DONE, numbers: true, extensions: true })
  await query('update public.dids set destination_id = $2 where id = $1', [did.id, extension.id])
  const device = await insertRow('devices', await FACTORIES.devices({ tenant_id }))
  expect(await stepsOf(tenant_id)).toMatchObject({ routing: true, phones: false })
  await insertRow(
    'device_lines',
    await FACTORIES.device_lines({ tenant_id, device_id: device.id, extension_id: extension.id }),
  )
  expect(await stepsOf(tenant_id)).toMatchObject({ phones: true, emergency: false, call: false })
  await insertRow('cdr_daily', await FACTORIES.cdr_daily({ tenant_id }))
  await insertRegistered('confirmed', { tenant_id })
  expect(Object.values((await stepsOf(tenant_id)) ?? {})).toEqual([true, true, true, true, true, true])
})

test('a setup step is open again once it is undone', async () => {
  const tenant_id = (await insertRow('tenants', await newTenant())).id
  const extension = await insertRow('extensions', await FACTORIES.extensions({ tenant_id }))
  const device = await insertRow('devices', await FACTORIES.devices({ tenant_id }))
  const line = { tenant_id, device_id: device.id, extension_id: extension.id }
  await insertRow('device_lines', await FACTORIES.device_lines(line))
  const did = await insertRegistered('confirmed', { tenant_id, destination_id: extension.id })
  expect(await stepsOf(tenant_id)).toMatchObject({ emergency: true, phones: true, routing: true })
  await query("update public.dids set e911_state = 'none', destination_id = null where id = $1", [did.id])
  expect(await stepsOf(tenant_id)).toMatchObject({ numbers: true, emergency: false, routing: false })
  await query('delete from public.devices where id = $1', [device.id])
  await query('delete from public.extensions where id = $1', [extension.id])
  await query('delete from public.dids where id = $1', [did.id])
  expect(await stepsOf(tenant_id)).toMatchObject({ numbers: false, extensions: false, phones: false })
})

test('a phone is connected once it has registered, where a switch reports its phones', async () => {
  // Another tenant's phone does not count.
  await insertRow('registrations', await FACTORIES.registrations())
  const tenant_id = (await insertRow('tenants', await newTenant())).id
  const { id: extension_id } = await insertRow('extensions', await FACTORIES.extensions({ tenant_id }))
  await insertRow('device_lines', await FACTORIES.device_lines({ tenant_id, extension_id }))
  expect(await stepsOf(tenant_id)).toMatchObject({ phones: true })
  expect(await stepsOf(tenant_id, { switchReports: true })).toMatchObject({ phones: false })
  await insertRow('registrations', await FACTORIES.registrations({ tenant_id, extension_id }))
  expect(await stepsOf(tenant_id, { switchReports: true })).toMatchObject({ phones: true })
})

test('the setup steps are hidden from other users', async () => {
  const tenant_id = (await insertRow('tenants', await newTenant())).id
  expect(await stepsOf(tenant_id, { user: newId() })).toBeUndefined()
})
