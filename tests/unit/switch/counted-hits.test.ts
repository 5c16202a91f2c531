import { expect, test, vi } from 'vitest'
import { callVariable } from '@/lib/switch/call-state'
import { answerSwitch } from '@/lib/switch/serve'
import type { SwitchStore } from '@/lib/switch/switch-store'
import { callFromOutside } from '@/lib/telephony/routing/place'
import { type GivenSnapshot, snapshotOf } from '@/tests/support/factories/snapshot'
import {
  aBlockRule,
  aFollower,
  aMember,
  anExtension,
  aPagedPhone,
  aPagingGroup,
  aRingGroup,
} from '@/tests/support/factories/snapshot-rows'

const CALLER = '+12075550166'

/** The rules that count as hit when an outside caller comes to a destination. */
async function hits(destination: string, given: GivenSnapshot): Promise<string[]> {
  const counted: string[] = []
  await answerTo(destination, given, async (_state, rule) => void counted.push(rule))
  return counted
}

/** What the switch is told when an outside caller comes to a destination. */
function answerTo(destination: string, given: GivenSnapshot, countHit: SwitchStore['countHit']) {
  const snapshot = snapshotOf({
    tenant: { domain: 'acme.pbx.test' },
    extensions: [anExtension('1001'), anExtension('1002', { follow_me_enabled: true })],
    ...given,
  })
  const asking = {
    ...{ id: 'switch', switch_name: 'one', address: '127.0.0.1', all_tenants: true, tenant_ids: [] },
    ...{ internal_profile_port: 5060, external_profile_port: 5080 },
  }
  const store: Pick<SwitchStore, 'admit' | 'tenantOf' | 'countHit'> = {
    admit: () => Promise.resolve({ outcome: 'admitted', switch: asking, versions: {} }),
    tenantOf: () => Promise.resolve({ snapshot, hashes: new Map() }),
    countHit,
  }
  const body = new URLSearchParams({
    section: 'dialplan',
    'Caller-Context': 'acme.pbx.test',
    'Hunt-Destination-Number': `destination.${destination}`,
    variable_trunkline_call: callVariable(callFromOutside(CALLER), 'tenant'),
  }).toString()
  const authorization = `Basic ${Buffer.from('one:secret').toString('base64')}`
  return answerSwitch({ authorization, address: '', site: 'http://app.test', body }, store as SwitchStore)
}

test('a rule counts as hit, once, if it keeps a caller from an extension or from a phone that others ring along with', async () => {
  const given = {
    call_block_rules: [
      aBlockRule(CALLER, { id: 'rule', extension_id: 'e1001' }),
      aBlockRule('+12075550177', { extension_id: 'e1001' }),
    ],
    ring_groups: [aRingGroup('6000')],
    ring_group_members: [aMember('g6000', 1, 'e1001'), aMember('g6000', 2, 'e1002')],
    extension_follow_me: [aFollower('e1002', 1, 'e1001')],
    paging_groups: [aPagingGroup('7000')],
    paging_group_members: [aPagedPhone('w7000', 1, 'e1001'), aPagedPhone('w7000', 2, 'e1002')],
  }
  for (const destination of ['e1001', 'g6000', 'e1002', 'w7000']) {
    expect(await hits(destination, given), destination).toEqual(['rule'])
  }
  expect(await hits('g6000', { ...given, call_block_rules: [] })).toEqual([])
})

test('a call rings the others whether or not a rule’s hit can be counted', async () => {
  const given = {
    call_block_rules: [aBlockRule(CALLER, { extension_id: 'e1001' })],
    ring_groups: [aRingGroup('6000')],
    ring_group_members: [aMember('g6000', 1, 'e1001'), aMember('g6000', 2, 'e1002')],
  }
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const ringing = { status: 200, body: expect.stringContaining('trunkline_rings=1002') }
  expect(await answerTo('g6000', given, () => new Promise(() => undefined))).toMatchObject(ringing)
  const failing = () => Promise.reject(new Error('The disk is full.'))
  expect(await answerTo('g6000', given, failing)).toMatchObject(ringing)
  expect(logged).toHaveBeenCalledOnce()
  logged.mockRestore()
})
