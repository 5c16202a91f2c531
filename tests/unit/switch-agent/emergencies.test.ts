import { expect, test } from 'vitest'
import { emergenciesIn } from '@/switch/emergencies'
import { snapshotOf } from '@/tests/support/factories/snapshot'
import { anExtension } from '@/tests/support/factories/snapshot-rows'

const snapshot = snapshotOf({
  tenant: { domain: 'acme.pbx.test' },
  settings: { emergency_notification_emails: ['desk@acme.test'] },
  extensions: [anExtension('1001', { location: 'Floor 2' }), anExtension('1002', { location: 'Floor 3' })],
})
const tenantOf = (domain: string) =>
  domain === 'acme.pbx.test' ? { snapshot, hashes: new Map<string, never>() } : undefined
const CALL = {
  uuid: '5f9a3c52-6a4e-4b67-9d0b-0f3a5f6f2b11',
  domain_name: 'acme.pbx.test',
  user_name: 'e1001',
  start_epoch: '1767225600',
  trunkline_away: 'true',
  trunkline_emergency: '911',
  originate_disposition: 'SUCCESS',
}
const found = (variables: Record<string, string>) => {
  const json = JSON.stringify({ variables: { ...CALL, ...variables } })
  return emergenciesIn(`cdr=${Buffer.from(json).toString('base64')}`, tenantOf)
}

test('a 911 call that the switch sent out by itself is found in its record, as it would have been reported', () => {
  expect(found({})).toEqual([
    {
      at: '2026-01-01T00:00:00.000Z',
      tenant: snapshot.tenant.id,
      channel: CALL.uuid,
      extension: 'e1001',
      call_back: null,
      address: '',
      location: 'Floor 2',
      leaves: true,
    },
  ])
})

test('it says whether the call reached anybody', () => {
  expect(found({ originate_disposition: 'ORIGINATOR_CANCEL' })).toMatchObject([{ leaves: true }])
  expect(found({ originate_disposition: 'GATEWAY_DOWN' })).toMatchObject([{ leaves: false }])
  // Its phone has handed somebody over to it.
  expect(found({ originate_disposition: 'failure' })).toMatchObject([{ leaves: true }])
})

test('a caller whom a phone transferred to it is reported with that phone', () => {
  const referred = { user_name: '', sip_refer_to: '<sip:911@acme.pbx.test>', trunkline_partner: 'e1001' }
  expect(found(referred)).toMatchObject([{ extension: 'e1001', location: 'Floor 2' }])
})

test('a phone that was called and transferred to it is reported itself: it goes its own way', () => {
  const called = {
    user_name: '',
    sip_refer_to: '<sip:911@acme.pbx.test>',
    trunkline_phone: 'e1002',
    trunkline_partner: 'e1001',
  }
  expect(found(called)).toMatchObject([{ extension: 'e1002', location: 'Floor 3' }])
})

test.each([
  ['a call that was reported as it was dialed', { trunkline_away: '' }],
  ['a 933 test call', { trunkline_emergency: '933' }],
  ['an unknown tenant’s call', { domain_name: 'other.pbx.test' }],
  ['an unknown phone’s call', { user_name: '1999' }],
])('%s is not reported', (_name, variables) => {
  expect(found(variables)).toEqual([])
})

test('a record that cannot be read is left to the app', () => {
  expect(emergenciesIn('trunkline_away', tenantOf)).toEqual([])
  expect(emergenciesIn('cdr=', tenantOf)).toEqual([])
})
