import { expect, test } from 'vitest'
import { deviceCounts } from '@/lib/telephony/extension-client'
import { callersByRole } from '../support/clients'
import { query } from '../support/database'
import { newDeviceLine } from '../support/factories/devices'
import { insertRow } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'

test('the phones of extensions are counted once for each, however many lines they have, in the list as well', async () => {
  const {
    tech: { client },
  } = await callersByRole()
  const line = await insertRow('device_lines', await newDeviceLine())
  const { tenant_id, device_id, extension_id } = line
  await insertRow('device_lines', await newDeviceLine({ tenant_id, device_id, extension_id, line: 2 }))
  const other = await insertRow('extensions', await newExtension({ tenant_id, extension: '2002' }))
  for (let phone = 0; phone < 2; phone++)
    await insertRow('device_lines', await newDeviceLine({ tenant_id, extension_id: other.id }))
  const without = await insertRow('extensions', await newExtension({ tenant_id, extension: '2003' }))
  expect(await deviceCounts(client, tenant_id)).toEqual(
    new Map([
      [extension_id, 1],
      [other.id, 2],
    ]),
  )
  const listed = await client
    .rpc('record_page', { target_table: 'extensions', tenant: tenant_id })
    .throwOnError()
  expect(listed.data).toEqual([
    expect.objectContaining({ id: extension_id, devices: 1 }),
    expect.objectContaining({ id: other.id, devices: 2 }),
    expect.objectContaining({ id: without.id, devices: 0 }),
  ])
})

test('phones of extensions and idle seats are answered whole, though of rows the API answers only its first', async () => {
  const inRows = await query(
    "select proname from pg_proc where proname in ('extension_devices', 'idle_seats') and proretset",
  )
  expect(inRows).toEqual([])
})
