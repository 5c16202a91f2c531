import { describe, expect, test } from 'vitest'
import { problems, problemsInTurns } from '@/lib/telephony/routing/problems'
import type { ProblemKind } from '@/lib/telephony/routing/problems/problem'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import type { GivenSnapshot } from '@/tests/support/factories/snapshot'
import {
  aBlockRule,
  aCondition,
  aDevice,
  aFaxBox,
  aMember,
  anAgent,
  anExtension,
  aNumber,
  aQueue,
  aRecording,
  aRingGroup,
  aRoute,
  aTier,
  aTimeCondition,
} from '@/tests/support/factories/snapshot-rows'
import { NUMBER, TUESDAY } from './routing-helpers'
import { DID, found, SOUND, tenant, texts } from './sound-tenant'

/** The snapshot after a repair. */
function repaired(snapshot: TenantSnapshot, kind: ProblemKind): TenantSnapshot {
  const repair = problems(snapshot, TUESDAY).find((problem) => problem.kind === kind)?.repair
  if (!repair) throw new Error(`${kind} has no repair.`)
  if (repair.table === 'tenant_settings') {
    return { ...snapshot, settings: { ...snapshot.settings, ...repair.set } as TenantSnapshot['settings'] }
  }
  const rows = snapshot[repair.table].map((row) => {
    if (row.id !== repair.id) return row
    expect(row).toMatchObject(repair.was)
    return { ...row, ...repair.set }
  })
  return { ...snapshot, [repair.table]: rows }
}

const REPAIRED: [ProblemKind, GivenSnapshot][] = [
  [
    'greeting-over',
    {
      recordings: [aRecording('away')],
      extensions: [anExtension('1001', { away_greeting_recording_id: 'r-away', away_until: '2026-03-02' })],
    },
  ],
  [
    'hours-off',
    {
      recordings: [aRecording('closed')],
      extensions: [
        anExtension('1001', {
          greeting_time_condition_id: 't5000',
          closed_greeting_recording_id: 'r-closed',
        }),
      ],
      time_conditions: [aTimeCondition('5000', { enabled: false })],
    },
  ],
  [
    'leads-nowhere',
    {
      dids: [aNumber(NUMBER, { destination_id: 'g6000' })],
      ring_groups: [aRingGroup('6000', { enabled: false })],
    },
  ],
  [
    'group-member-silent',
    {
      extensions: [...(SOUND.extensions ?? []), anExtension('1002', { enabled: false })],
      ring_groups: [aRingGroup('6000', { timeout_destination_id: 'e1001' })],
      ring_group_members: [aMember('g6000', 1, 'e1001'), aMember('g6000', 2, 'e1002')],
    },
  ],
  [
    'override-over',
    {
      dids: [
        aNumber(NUMBER, {
          destination_id: 'e1001',
          override_destination_id: 'e1001',
          override_until: '2026-03-01T00:00:00Z',
        }),
      ],
    },
  ],
  [
    'block-rule-expired',
    { call_block_rules: [aBlockRule('+12075550199', { expires_at: '2026-01-01T00:00:00Z' })] },
  ],
  [
    'condition-never-applies',
    {
      did_conditions: [
        aCondition(DID, { id: 'one', caller: '+12075550199', position: 1 }),
        aCondition(DID, { id: 'two', caller: '+12075550199', position: 2 }),
      ],
    },
  ],
  [
    'route-never-taken',
    {
      outbound_routes: [
        aRoute('emergency'),
        aRoute('national', { position: 110 }),
        aRoute('national', { id: 'again', name: 'Again', position: 120 }),
      ],
    },
  ],
  ['caller-id-missing', { settings: { emergency_notification_emails: ['desk@acme.test'] } }],
  ['follow-me-empty', { extensions: [anExtension('1001', { follow_me_enabled: true })] }],
  [
    'message-kept',
    {
      extensions: [
        anExtension('1001', { voicemail_enabled: true, voicemail_keep: false, voicemail_email: null }),
      ],
    },
  ],
]

describe('a suggested repair', () => {
  test.each(REPAIRED)('of %s fixes it', (kind, given) => {
    const before = tenant(given)
    const after = problems(repaired(before, kind), TUESDAY)
    expect(after.filter((problem) => problem.kind === kind)).toEqual([])
  })

  test('is not offered if there is more than one way to fix the problem', () => {
    const given = {
      settings: { emergency_notification_emails: ['desk@acme.test'] },
      dids: [...(SOUND.dids ?? []), aNumber('+12075550101', { destination_id: 'e1001' })],
    }
    expect(found(given, 'caller-id-missing')[0]?.repair).toBeUndefined()
    expect(found({ dids: [aNumber(NUMBER)] }, 'number-unrouted')[0]?.repair).toBeUndefined()
  })
})

describe('calls that reach nobody', () => {
  test('are reported if no extension of a group or queue is on an enabled device', () => {
    const given = {
      devices: [aDevice('lobby', { enabled: false })],
      ring_groups: [aRingGroup('6000', { timeout_destination_id: 'e1001' })],
      ring_group_members: [aMember('g6000', 1, 'e1001')],
      call_center_queues: [aQueue('8000')],
      call_center_agents: [anAgent('e1001')],
      call_center_tiers: [aTier('q8000', 'a-e1001')],
    }
    expect(found(given, 'nobody-has-phone')).toHaveLength(2)
    expect(found({ ...given, devices: SOUND.devices }, 'nobody-has-phone')).toEqual([])
  })

  test('are reported if an extension has neither voicemail nor forwarding', () => {
    const bare = anExtension('1001', { voicemail_enabled: false, emergency_did_id: DID, location: 'Floor 2' })
    expect(texts({ extensions: [bare] }, 'nobody-takes-over')).toEqual([
      'warning: Callers to (207) 555-0100 are hung up on when 1001 Desk 1001 does not answer.',
    ])
    expect(found({ extensions: [{ ...bare, voicemail_enabled: true }] }, 'nobody-takes-over')).toEqual([])
  })

  test('are reported if a disabled number has a route', () => {
    const off = aNumber('+12075550101', { destination_id: 'e1001', enabled: false })
    expect(found({ dids: [...(SOUND.dids ?? []), off] }, 'number-off')).toHaveLength(1)
    expect(found({ dids: [...(SOUND.dids ?? []), { ...off, destination_id: null }] }, 'number-off')).toEqual(
      [],
    )
  })

  test('are reported if a number sends some calls to a fax box, and is not marked for fax', () => {
    const given = (did: Parameters<typeof aNumber>[1], condition = {}) => ({
      fax_boxes: [aFaxBox('3700')],
      dids: [aNumber(NUMBER, { destination_id: 'e1001', ...did })],
      did_conditions: [aCondition(DID, { destination_id: 'x3700', ...condition })],
    })
    const text =
      'warning: (207) 555-0100 receives faxes for some calls, but is not marked for fax: it holds no fax seat.'
    expect(texts(given({}), 'number-fax-unmarked')).toEqual([text])
    const overridden = { override_destination_id: 'x3700', override_until: '2031-01-01T00:00:00Z' }
    expect(texts(given(overridden, { enabled: false }), 'number-fax-unmarked')).toEqual([text])
    const over = { ...overridden, override_until: '2020-01-01T00:00:00Z' }
    expect(found(given(over, { enabled: false }), 'number-fax-unmarked')).toEqual([])
    expect(found(given({ fax: true }), 'number-fax-unmarked')).toEqual([])
    expect(found(given({}, { enabled: false }), 'number-fax-unmarked')).toEqual([])
  })

  test('are reported if a number with a route takes neither voice nor fax', () => {
    const mute = aNumber('+12075550101', { destination_id: 'e1001', voice: false })
    const given = (did: typeof mute) => ({ dids: [...(SOUND.dids ?? []), did] })
    expect(texts(given(mute), 'number-not-for-calls')).toEqual([
      'warning: Calls to (207) 555-0101 are refused: it takes neither voice nor fax, though it has a route.',
    ])
    for (const right of [{ fax: true }, { destination_id: null }, { enabled: false }])
      expect(found(given({ ...mute, ...right }), 'number-not-for-calls')).toEqual([])
  })
})

test('the check in turns finds the same problems and yields to other work', async () => {
  const extensions = Array.from({ length: 400 }, (_, n) =>
    anExtension(String(2000 + n), { voicemail_enabled: false }),
  )
  const dids = extensions.map(({ id }, n) =>
    aNumber(`+1207556${String(n).padStart(4, '0')}`, { destination_id: id }),
  )
  const snapshot = tenant({ extensions, dids })
  let turns = 0
  const others = setInterval(() => turns++)
  const inTurns = await problemsInTurns(snapshot, TUESDAY)
  clearInterval(others)
  expect(inTurns).toEqual(problems(snapshot, TUESDAY))
  expect(turns).toBeGreaterThan(1)
})
