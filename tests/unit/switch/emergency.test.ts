import { expect, test } from 'vitest'
import type { AskingSwitch } from '@/lib/switch/admission'
import type { EmergencyCall } from '@/lib/switch/agent/protocol'
import { answerSwitch, type SwitchStore } from '@/lib/switch/serve'
import { type GivenSnapshot, snapshotOf } from '@/tests/support/factories/snapshot'
import { anExtension, aRoute } from '@/tests/support/factories/snapshot-rows'

const ASKING: AskingSwitch = {
  id: 'switch',
  switch_name: 'one',
  address: '127.0.0.1',
  internal_profile_port: 5060,
  external_profile_port: 5080,
  all_tenants: true,
  tenant_ids: [],
}

/** The emergency notification for a number dialed by extension 1001. */
async function told(digits: string, given: GivenSnapshot): Promise<EmergencyCall[]> {
  const calls: EmergencyCall[] = []
  const snapshot = snapshotOf({
    tenant: { domain: 'acme.pbx.test' },
    settings: { emergency_notification_emails: ['desk@acme.test'] },
    extensions: [anExtension('1001')],
    ...given,
  })
  const store: Pick<SwitchStore, 'admit' | 'tenantOf' | 'notifyEmergency'> = {
    admit: () => Promise.resolve({ outcome: 'admitted', switch: ASKING, versions: {} }),
    tenantOf: () => Promise.resolve({ snapshot, hashes: new Map() }),
    notifyEmergency: async (_state, call) => void calls.push(call),
  }
  const body = new URLSearchParams({
    section: 'dialplan',
    'Caller-Context': 'acme.pbx.test',
    'Hunt-Destination-Number': digits,
    'Unique-ID': 'a channel',
    variable_user_name: '1001',
    variable_domain_name: 'acme.pbx.test',
  }).toString()
  const authorization = `Basic ${Buffer.from('one:secret').toString('base64')}`
  await answerSwitch({ authorization, address: '', site: 'http://app.test', body }, store as SwitchStore)
  return calls
}

test('a 911 call is reported as it is dialed, even if no route takes it', async () => {
  expect(await told('911', { outbound_routes: [aRoute('emergency')] })).toMatchObject([
    { channel: 'a channel', extension: 'e1001', leaves: true },
  ])
  expect(await told('911', { outbound_routes: [] })).toMatchObject([{ extension: 'e1001', leaves: false }])
})

test('a 933 test call, or another call that no route takes, is not reported', async () => {
  expect(await told('933', { outbound_routes: [] })).toEqual([])
  expect(await told('12075550199', { outbound_routes: [] })).toEqual([])
})
