import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { createServer } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { TEST_APP } from '@/scripts/lib/test-app'
import { query } from '../support/database'
import { newDeviceLine } from '../support/factories/devices'
import { newGateway } from '../support/factories/gateways'
import { insertRow } from '../support/factories/row'
import { newDevice } from '../support/factories/telephony'
import { CERTIFICATES } from '../support/switch/freeswitch'
import { SAVED_MS } from '../support/switch/test-pbx'
import { openAttendedOffice } from '../support/switch/test-pbx-agent'

const { office } = await openAttendedOffice(TEST_APP.url)
const { tenant, desk, lobby, workshop, ids, freeswitch } = office

beforeAll(office.signIn)
afterEach(office.rest)

test('a phone registers over TLS on the port after the one for UDP, calls and is called', async () => {
  const secure = await office.newPhone('tls')
  expect(await secure.register('1003', tenant.domain, await office.passwordOf('1003'))).toBe(200)
  expect((await secure.call('1002')).status).toBe(200)
  expect(lobby.calls).toHaveLength(1)
  await office.rest()

  secure.manner = workshop.manner = 486
  await lobby.call('1003')
  expect(secure.calls).toHaveLength(1)
  expect(secure.calls[0]?.vias.join()).toContain('SIP/2.0/TLS')
  expect(secure.calls[0]?.body).not.toContain('SAVP')
})

test('a call to phones that all use TLS offers SRTP, and RTP to those that do without', async () => {
  const device = await insertRow('devices', await newDevice({ tenant_id: tenant.id }))
  const line = { tenant_id: tenant.id, device_id: device.id, extension_id: ids['1003'] }
  await insertRow('device_lines', await newDeviceLine({ ...line, transport: 'tls' }))
  await pause(SAVED_MS)
  workshop.manner = 486
  await lobby.call('1003')
  expect(workshop.calls[0]?.body).toMatch(/^m=audio \d+ RTP\/SAVP .*^a=crypto:.*^m=audio \d+ RTP\/AVP /ms)
})

test('a call leaves through a gateway over TLS', async () => {
  const pem = readFileSync(`${CERTIFICATES}/tls.pem`)
  let received = ''
  const carrier = createServer({ key: pem, cert: pem }, (socket) =>
    socket.on('data', (data) => void (received += data.toString())),
  )
  const address = await freeswitch.events.api('global_getvar local_ip_v4')
  await new Promise<void>((listening) => carrier.listen(0, address, listening))
  afterAll(() => void carrier.close())
  const listens = carrier.address()
  const port = typeof listens === 'object' ? listens?.port : undefined
  const gateway = await insertRow('gateways', {
    ...(await newGateway({ host: address, port, transport: 'tls', ping_seconds: 0 })),
    trusted_addresses: [],
  })
  await query('update public.outbound_routes set gateway_1_id = $1 where tenant_id = $2', [
    gateway.id,
    tenant.id,
  ])
  await freeswitch.events.api('sofia profile external rescan')
  await pause(SAVED_MS)
  void desk.call('2075550188').catch(() => {})
  await expect.poll(() => received, { timeout: 20_000 }).toMatch(/^INVITE sip:.*\r\n/)
})
