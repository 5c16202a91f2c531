import { expect, test } from 'vitest'
import { emergencyNumber, emergencyPlan } from '@/lib/telephony/routing/emergency'
import { indexOf } from '@/lib/telephony/routing/snapshot-index'
import { type GivenSnapshot, snapshotOf } from '@/tests/support/factories/snapshot'
import * as make from '@/tests/support/factories/snapshot-rows'
import { dialing, from, TUESDAY } from './routing-helpers'

const [OWN, SHOWN, DEFAULT] = ['+12075550101', '+12075550102', '+12075550103'] as const
const given = (more: GivenSnapshot = {}): GivenSnapshot => ({
  settings: { outbound_did_id: `d${DEFAULT}`, emergency_notification_emails: ['desk@acme.test'] },
  dids: [
    make.aNumber(OWN, { e911_state: 'confirmed', emergency_address_id: 'address-Office' }),
    make.aNumber(SHOWN),
    make.aNumber(DEFAULT),
  ],
  emergency_addresses: [make.anAddress('Office', { unit: 'Suite 4' })],
  ...more,
})
const plan = (more: GivenSnapshot, number = '911') => {
  const snapshot = snapshotOf(given(more))
  const scene = { index: indexOf(snapshot), place: dialing(number), call: from(), moment: TUESDAY }
  const phone = snapshot.extensions[0] ?? null
  return { ...emergencyPlan(scene, phone, number), shows: emergencyNumber(scene, phone) }
}
const desk = (more = {}) => [make.anExtension('1001', more)]
const tenant = { table: 'tenants', id: 'tenant', label: 'acme.pbx.test' }
const extension = { table: 'extensions', id: 'e1001', label: '1001 Desk 1001' }
const settings = { table: 'tenant_settings', id: 'tenant', label: '' }

test('the dispatcher gets the emergency number, its address and the extension’s location, and the notification address is emailed', () => {
  const address = '1 Main Street Suite 4, Portland, ME 04101, US'
  const notes = [
    { why: 'emergency call', record: extension, number: '911' },
    {
      why: 'emergency address',
      record: { table: 'emergency_addresses', id: 'address-Office', label: 'Office' },
      address,
      location: 'Floor 2',
    },
    { why: 'emergency notification', record: settings, emails: ['desk@acme.test'] },
  ]
  const record = { table: 'dids', id: `d${OWN}`, label: '(207) 555-0101' }
  expect(
    plan({
      extensions: desk({ emergency_did_id: `d${OWN}`, outbound_did_id: `d${SHOWN}`, location: 'Floor 2' }),
    }),
  ).toEqual({
    plan: {
      extensionId: 'e1001',
      callBack: OWN,
      confirmed: true,
      address,
      location: 'Floor 2',
      notify: ['desk@acme.test'],
    },
    notes,
    shows: { number: OWN, reason: { why: 'emergency number sent', record, number: OWN, confirmed: true } },
  })
})

test('without an emergency number, the caller ID is sent, else the tenant’s default, else none', () => {
  const callBack = (more: GivenSnapshot) => {
    const { extensionId: _, ...rest } = plan(more).plan
    return rest
  }
  const unknown = { confirmed: false, address: '', location: '', notify: ['desk@acme.test'] }
  expect(callBack({ extensions: desk({ outbound_did_id: `d${SHOWN}` }) })).toEqual({
    callBack: SHOWN,
    ...unknown,
  })
  expect(callBack({ extensions: desk() })).toEqual({ callBack: DEFAULT, ...unknown })
  expect(callBack({})).toEqual({ callBack: DEFAULT, ...unknown })
  expect(plan({ settings: {} })).toEqual({
    plan: { ...unknown, extensionId: null, callBack: null, notify: [] },
    notes: [
      { why: 'emergency call', record: tenant, number: '911' },
      { why: 'emergency address', record: tenant, address: '', location: '' },
      { why: 'emergency notification', record: settings, emails: [] },
    ],
    shows: { number: null, reason: { why: 'no emergency number', record: tenant } },
  })
})

test('an extension’s location is that of its first enabled phone', () => {
  const phones: GivenSnapshot = {
    extensions: desk(),
    devices: [
      make.aDevice('attic', { location: 'Attic', enabled: false }),
      make.aDevice('lobby', { location: 'Lobby' }),
      make.aDevice('cellar', { location: 'Cellar' }),
      make.aDevice('hall'),
    ],
    device_lines: ['hall', 'lobby', 'attic', 'cellar', 'gone'].map((label, at) =>
      make.aLine(`phone-${label}`, 'e1001', { id: `line-${at}` }),
    ),
  }
  expect(plan(phones).plan.location).toBe('Cellar')
})

test('an extension’s location is that of a disabled phone, which goes on calling, if no other has one', () => {
  const devices = [make.aDevice('attic', { location: 'Attic', enabled: false }), make.aDevice('hall')]
  const device_lines = ['attic', 'hall'].map((label) => make.aLine(`phone-${label}`, 'e1001', { id: label }))
  expect(plan({ extensions: desk(), devices, device_lines }).plan.location).toBe('Attic')
})

test('a 933 test call notifies nobody', () => {
  const { plan: made, notes } = plan({ extensions: desk() }, '933')
  expect(made.notify).toEqual([])
  expect(notes.map(({ why }) => why)).toEqual(['emergency call', 'emergency address'])
})

test('an incomplete address is written without the missing parts', () => {
  const bare = make.anAddress('Office', {
    street: '',
    unit: 'Suite 4',
    state: '',
    postal_code: '',
    country: '',
  })
  expect(
    plan({ extensions: desk({ emergency_did_id: `d${OWN}` }), emergency_addresses: [bare] }).plan.address,
  ).toBe('Suite 4, Portland')
  const half = make.anAddress('Office', { postal_code: '' })
  expect(
    plan({ extensions: desk({ emergency_did_id: `d${OWN}` }), emergency_addresses: [half] }).plan.address,
  ).toBe('1 Main Street, Portland, ME, US')
})
