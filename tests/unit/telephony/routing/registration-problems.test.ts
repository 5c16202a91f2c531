import { expect, test } from 'vitest'
import { registrationProblems } from '@/lib/telephony/routing/problems/registrations'
import { anExtension } from '@/tests/support/factories/snapshot-rows'
import { TUESDAY } from './routing-helpers'
import { tenant } from './sound-tenant'

const texts = (given: Parameters<typeof tenant>[0], ids: readonly string[]) =>
  registrationProblems(tenant(given), ids, TUESDAY).map(({ severity, text }) => `${severity}: ${text}`)

test('an extension with a device that never registered is worth a look', () => {
  expect(texts({}, ['e1001'])).toEqual(['notice: No phone of 1001 Desk 1001 has ever registered.'])
})

test('it leads to the device, whose page shows what the phone has asked for', () => {
  const snapshot = tenant({})
  const [found] = registrationProblems(snapshot, ['e1001'], TUESDAY)
  expect(found?.record).toMatchObject({ table: 'devices', id: snapshot.devices[0]?.id })
})

test('one that registered, has no device, or is out of service is not named', () => {
  expect(texts({}, [])).toEqual([])
  expect(texts({ device_lines: [] }, ['e1001'])).toEqual([])
  expect(texts({ extensions: [anExtension('1001', { enabled: false })] }, ['e1001'])).toEqual([])
})
