import { AGENT_STATUSES, QUEUE_STRATEGIES } from '@/lib/telephony/next-agent'
import { PRESETS } from '@/lib/telephony/outbound'
import { RING_STRATEGIES } from '@/lib/telephony/ring-timeline'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { lotOf } from './lot'
import { HANG_UP, snapshotOf, voicemailOf } from './snapshot'
import * as make from './snapshot-rows'

/** Callers and numbers of random tenants: small sets, so that rules match calls. */
export const OUTSIDE = ['+12075550199', '+12075550188', '+442079460018', '+18005550100'] as const
export const OWN_NUMBERS = ['+12075550100', '+12075550101', '+12075550102'] as const
const ZONES = ['America/New_York', 'America/St_Johns', 'UTC', 'Australia/Lord_Howe'] as const
/** From January 1, 2026, to the end of 2027. */
export const FIRST_MOMENT = Date.UTC(2026, 0, 1)
export const MINUTES = 2 * 365 * 24 * 60

/**
 * A tenant of up to a few records of every kind, in any state the database allows, pointing at each other at random: loops,
 * disabled targets and rules that never apply included. The same seed makes the same tenant.
 */
export function randomTenant(seed: number): TenantSnapshot {
  const lot = lotOf(seed)
  const yes = () => lot.oneIn(3)
  /** Drawn separately, so that the rest of a tenant does not change. */
  const trunks = lotOf(seed + 1_000_000)
  const more = lotOf(seed + 2_000_000)
  const meeting = lotOf(seed + 3_000_000)
  const faxing = lotOf(seed + 4_000_000)
  const greeting = lotOf(seed + 5_000_000)
  const circling = lotOf(seed + 6_000_000)
  const extensionIds = ['e1001', 'e1002', 'e1003', 'e1004'].slice(0, lot.int(1, 4))
  const groups = lot.list(3, (at) => `600${at}`)
  const menus = lot.list(3, (at) => `700${at}`)
  const queues = lot.list(3, (at) => `800${at}`)
  const conditions = lot.list(3, (at) => `500${at}`)
  const flows = lot.list(3, (at) => `300${at}`)
  const recordings = lot.list(2, (at) => make.aRecording(`sound${at}`, { duration_ms: lot.int(0, 20_000) }))
  const outside = OUTSIDE.map((number) => make.anOutsideDestination(number))
  const ownNumbers = OWN_NUMBERS.map((number) => make.anOutsideDestination(number))
  const byHand = ['transfer:1001 XML acme.pbx.test', 'lua:own.lua', 'hangup'].map((number, at) => ({
    id: `hand-${at}`,
    kind: 'unknown',
    record_id: null,
    number,
    name: '',
    enabled: true,
  }))
  const ids = (letter: string, numbers: readonly string[]) => numbers.map((number) => letter + number)
  const kinds = [
    extensionIds,
    ids('g', groups),
    ids('m', menus),
    ids('q', queues),
    ids('t', conditions),
    ids('f', flows),
    [...extensionIds.map(voicemailOf), ...outside.map(({ id }) => id)],
    [HANG_UP, ...recordings.map(({ id }) => id), ...byHand.map(({ id }) => id), 'c-check_voicemail'],
  ].filter((kind) => kind.length > 0)
  const place = () => lot.of(lot.of(kinds))
  const maybe = <Item>(items: readonly Item[]) => (items.length > 0 && yes() ? lot.of(items) : null)
  const sound = () => maybe(recordings)?.id ?? null
  const inRoom = (otherwise: string | null) => {
    const room = meeting.oneIn(8) ? meeting.of(['n3500', 'n3501', 'w6900']) : otherwise
    return faxing.oneIn(25) ? 'x6950' : room
  }
  const did = () => maybe(OWN_NUMBERS.map((number) => `d${number}`))
  const moment = () => new Date(FIRST_MOMENT + lot.int(0, MINUTES) * 60_000).toISOString()
  const on = () => !lot.oneIn(15)
  const forward = (name: string) => {
    const enabled = lot.oneIn(6)
    return {
      [`forward_${name}_enabled`]: enabled,
      [`forward_${name}_destination_id`]: enabled || yes() ? place() : null,
    }
  }
  const follower = (own: string) => {
    const found = lot.oneIn(5) ? place() : lot.of([...extensionIds, ...outside.map(({ id }) => id)])
    if (circling.oneIn(6)) return circling.of(ownNumbers).id
    return found === own ? HANG_UP : found
  }
  const ownOr = (member: string) => (circling.oneIn(6) ? circling.of(OWN_NUMBERS) : member)
  const hours = () => (conditions[0] && !greeting.oneIn(4) ? `t${greeting.of(conditions)}` : null)
  const greetings = () => {
    const heard = () => recordings[greeting.int(0, recordings.length - 1)]?.id ?? null
    const [own, closed, away, condition] = [heard(), heard(), heard(), hours()]
    return {
      greeting_recording_id: greeting.oneIn(2) ? own : null,
      ...(closed && condition
        ? { greeting_time_condition_id: condition, closed_greeting_recording_id: closed }
        : {}),
      ...(away && greeting.oneIn(3)
        ? {
            away_greeting_recording_id: away,
            away_until: new Date(FIRST_MOMENT + greeting.int(0, MINUTES) * 60_000).toISOString().slice(0, 10),
          }
        : {}),
    }
  }
  const days = (least: number, most: number) => (yes() ? [lot.int(least, most), lot.int(least, most)] : [])

  return snapshotOf({
    tenant: { time_zone: lot.of(ZONES), status: lot.oneIn(5) ? 'suspended' : 'active' },
    settings: {
      area_code: yes() ? '207' : null,
      concurrent_call_limit: lot.oneIn(5) ? lot.int(1, 3) : null,
      hold_music_recording_id: sound(),
      language: yes() ? 'es-US' : null,
      outbound_did_id: did(),
      emergency_notification_emails: yes() ? ['desk@acme.test'] : null,
    },
    secrets: [
      ...(yes() ? [{ owner_table: 'outbound_routes', owner_id: 'o-international', field: 'pin' }] : []),
      ...(yes() ? [{ owner_table: 'call_flows', owner_id: 'f3000', field: 'pin' }] : []),
      ...['pin', 'moderator_pin'].flatMap((field) =>
        meeting.oneIn(3) ? [{ owner_table: 'conference_rooms', owner_id: 'n3500', field }] : [],
      ),
      ...['local', 'national', 'toll_free'].flatMap((preset) =>
        more.oneIn(3) ? [{ owner_table: 'outbound_routes', owner_id: `o-${preset}`, field: 'pin' }] : [],
      ),
    ],
    extensions: extensionIds.map((id) =>
      make.anExtension(id.slice(1), {
        enabled: on(),
        suspended: lot.oneIn(15),
        voicemail_enabled: on(),
        do_not_disturb: lot.oneIn(10),
        follow_me_enabled: yes(),
        call_timeout: lot.int(5, 60),
        concurrent_limit: lot.int(1, 3),
        recording: lot.of(['none', 'inbound', 'outbound', 'all']),
        toll_class: lot.of(['internal', 'local', 'national', 'international']),
        outbound_did_id: did(),
        emergency_did_id: did(),
        location: yes() ? 'Room 12' : '',
        voicemail_keep: on(),
        voicemail_email: yes() ? 'pat@acme.test' : null,
        hold_music_recording_id: sound(),
        ...greetings(),
        ...forward('all'),
        ...forward('busy'),
        ...forward('no_answer'),
        ...forward('not_registered'),
      }),
    ),
    extension_follow_me: extensionIds.flatMap((id) =>
      lot.list(2, (at) =>
        make.aFollower(id, at + 1, follower(id), {
          delay: lot.int(0, 20),
          timeout: lot.int(5, 40),
          confirm: yes() || more.oneIn(3),
        }),
      ),
    ),
    dids: OWN_NUMBERS.map((number) =>
      make.aNumber(number, {
        enabled: on(),
        voice: on(),
        emergency: lot.oneIn(6),
        gateway_id: trunks.oneIn(3) ? 'carrier-a' : null,
        destination_id: inRoom(on() ? place() : null),
        override_destination_id: lot.oneIn(6) ? place() : null,
        override_until: moment(),
        caller_id_prefix: yes() ? 'Sales: ' : '',
        distinctive_ring: yes() ? 'Bellcore-dr2' : '',
        hold_music_recording_id: sound(),
        record: yes(),
        account_code: yes() ? 'ACME-1' : '',
        e911_state: lot.of(['none', 'submitted', 'rejected', 'confirmed']),
        e911_reason: 'There is no such street.',
        emergency_address_id: yes() ? null : 'address-Office',
        status: on() ? 'assigned' : 'porting_out',
      }),
    ),
    did_conditions: OWN_NUMBERS.flatMap((number) =>
      lot.list(2, (at) =>
        make.aCondition(`d${number}`, {
          position: at + 1,
          ...lot.of([
            { match: 'exact', caller: lot.of(OUTSIDE) },
            { match: 'prefix', caller: '+1207' },
            { match: 'anonymous', caller: null },
          ]),
          destination_id: place(),
          enabled: on(),
        }),
      ),
    ),
    ring_groups: groups.map((number) =>
      make.aRingGroup(number, {
        strategy: lot.of(RING_STRATEGIES),
        call_timeout: lot.int(1, 60),
        timeout_destination_id: yes() ? null : place(),
        greeting_recording_id: sound(),
        ringback: lot.of(['us_ring', 'hold_music', 'silence']),
        caller_id_name_prefix: yes() ? 'Group ' : '',
        missed_call_email: yes() ? 'desk@acme.test' : '',
        follow_forwarding: yes(),
        enabled: on(),
      }),
    ),
    ring_group_members: groups.flatMap((number) =>
      lot.list(4, (at) =>
        make.aMember(`g${number}`, at + 1, ownOr(yes() ? lot.of(OUTSIDE) : lot.of(extensionIds)), {
          delay: lot.int(0, 10),
          timeout: lot.int(1, 40),
          confirm: yes() || more.oneIn(3),
          enabled: on(),
        }),
      ),
    ),
    ivr_menus: menus.map((number) =>
      make.aMenu(number, {
        greet_long_recording_id: sound(),
        greet_short_recording_id: sound(),
        invalid_sound_recording_id: sound(),
        exit_sound_recording_id: sound(),
        timeout_ms: lot.int(1, 9000),
        max_failures: lot.int(1, 3),
        max_timeouts: lot.int(1, 3),
        digit_length: lot.int(1, 4),
        direct_dial: yes(),
        caller_id_name_prefix: yes() ? 'Menu ' : '',
        exit_destination_id: yes() ? null : place(),
        enabled: on(),
      }),
    ),
    ivr_menu_options: menus.flatMap((number) =>
      ['1', '2', '*'].flatMap((digits) =>
        yes() ? [] : [make.anOption(`m${number}`, digits, place(), { enabled: on() })],
      ),
    ),
    call_center_queues: queues.map((number) =>
      make.aQueue(number, {
        strategy: lot.of(QUEUE_STRATEGIES),
        greeting_recording_id: sound(),
        hold_music_recording_id: sound(),
        record: yes(),
        max_wait_time: yes() ? 0 : lot.int(1, 300),
        // FreeSWITCH makes a caller wait at least 2 seconds.
        max_wait_time_with_no_agent: yes() ? 0 : lot.int(2, 90),
        tier_rules_apply: yes(),
        tier_rule_wait: lot.int(0, 60),
        announce_recording_id: sound(),
        exit_key: yes() ? '*' : null,
        timeout_destination_id: yes() ? null : place(),
        enabled: on(),
      }),
    ),
    call_center_agents: extensionIds.map((id) =>
      make.anAgent(id, {
        status: lot.of(AGENT_STATUSES),
        status_changed_at: new Date(FIRST_MOMENT + greeting.int(0, MINUTES) * 60_000).toISOString(),
        time_condition_id: hours(),
        call_timeout: lot.int(1, 30),
        max_no_answer: lot.int(0, 3),
        busy_delay_time: lot.int(0, 60),
        no_answer_delay_time: lot.int(0, 30),
        reject_delay_time: lot.int(0, 30),
      }),
    ),
    call_center_tiers: queues.flatMap((number) =>
      extensionIds
        .filter(yes)
        .map((id) => make.aTier(`q${number}`, `a-${id}`, { level: lot.int(1, 3), position: lot.int(1, 3) })),
    ),
    call_flows: flows.map((number) =>
      make.aFlow(number, {
        state: lot.of(['normal', 'alternate']),
        reverts_at: yes() ? moment() : null,
        normal_destination_id: place(),
        alternate_destination_id: place(),
        enabled: on(),
      }),
    ),
    time_conditions: conditions.map((number) =>
      make.aTimeCondition(number, {
        time_zone: yes() ? lot.of(ZONES) : null,
        otherwise_destination_id: place(),
        enabled: on(),
      }),
    ),
    time_condition_rules: conditions.flatMap((number) =>
      lot.list(3, (at) =>
        make.aRule(`t${number}`, place(), {
          position: at,
          state: lot.of(['open', 'closed']),
          weekdays: days(0, 6),
          months: days(1, 12),
          month_days: days(1, 31),
          time_ranges: yes() ? [] : [[lot.int(0, 1439), lot.int(0, 1439)]],
          holidays: lot.oneIn(8) ? ['christmas_day'] : [],
        }),
      ),
    ),
    call_block_rules: lot.list(3, (at) =>
      make.aBlockRule(lot.of([...OUTSIDE, null]), {
        id: `b${at}`,
        direction: lot.oneIn(4) ? 'outbound' : 'inbound',
        extension_id: yes() ? lot.of(extensionIds) : null,
        ...(yes() ? { action: 'destination', destination_id: place() } : { action: 'voicemail' }),
        expires_at: yes() ? moment() : null,
        enabled: on(),
      }),
    ),
    outbound_routes: (Object.keys(PRESETS) as (keyof typeof PRESETS)[]).filter(on).map((preset, at) =>
      make.aRoute(preset, {
        position: at,
        gateway_1_id: trunks.oneIn(6) ? 'carrier-c' : 'carrier-a',
        ...(yes() ? { gateway_2_id: 'carrier-b', gateway_3_id: trunks.oneIn(2) ? 'carrier-d' : null } : {}),
        strip_digits: lot.int(0, 1),
        prefix: yes() ? '+1' : '',
        caller_id_did_id: did(),
        concurrent_limit: yes() ? lot.int(1, 3) : null,
        enabled: on(),
      }),
    ),
    gateways: ['carrier-a', 'carrier-b', 'carrier-c', 'carrier-d'].map((id) =>
      make.aGateway(id, {
        number_format: trunks.of(['e164', 'e164_without_plus', 'national', 'national_with_1']),
        prefix: trunks.oneIn(3) ? '99' : '',
        caller_id_header: trunks.of(['none', 'p-asserted-identity', 'remote-party-id']),
        codecs: trunks.oneIn(3) ? ['PCMU'] : null,
        channels: trunks.oneIn(3) ? trunks.int(1, 20) : null,
        may_carry_emergency: !trunks.oneIn(15),
        enabled: !trunks.oneIn(15),
      }),
    ),
    feature_codes: [
      make.aFeatureCode('check_voicemail', '*98'),
      make.aFeatureCode('company_directory', '*411', { enabled: on() }),
      make.aFeatureCode('call_forward', '*72'),
      make.aFeatureCode('do_not_disturb', '*78', { enabled: on() }),
      make.aFeatureCode('group_pickup', '*8'),
      make.aFeatureCode('directed_pickup', '**'),
      make.aFeatureCode('park', '*59', { enabled: on() }),
      make.aFeatureCode('agent_sign_in', '*22'),
      make.aFeatureCode('agent_break', '*23'),
      make.aFeatureCode('own_voicemail', '*97'),
    ],
    park_lots: more.list(2, (at) =>
      make.aParkLot(`59${at}0`, {
        places: more.int(1, 9),
        timeout: more.int(10, 300),
        timeout_destination_id: more.oneIn(2) ? more.of(more.of(kinds)) : null,
        hold_music_recording_id: more.oneIn(3) ? (recordings[0]?.id ?? null) : null,
        enabled: !more.oneIn(8),
      }),
    ),
    conference_rooms: ['3500', '3501'].map((number) =>
      make.aRoom(number, {
        max_members: meeting.int(2, 4),
        waits_for_moderator: meeting.oneIn(3),
        announces: meeting.of(['nothing', 'tone', 'name']),
        record: meeting.oneIn(3),
        greeting_recording_id: meeting.oneIn(3) ? (recordings[0]?.id ?? null) : null,
        hold_music_recording_id: meeting.oneIn(3) ? (recordings[0]?.id ?? null) : null,
        enabled: !meeting.oneIn(8),
      }),
    ),
    paging_groups: [make.aPagingGroup('6900', { two_way: meeting.oneIn(2), enabled: !meeting.oneIn(8) })],
    fax_boxes: [make.aFaxBox('6950', { enabled: !faxing.oneIn(8) })],
    paging_group_members: extensionIds
      .filter(() => meeting.oneIn(2))
      .map((id, at) => make.aPagedPhone('w6900', at + 1, id)),
    devices: [make.aDevice('lobby', { enabled: on(), location: yes() ? 'Floor 2' : '' })],
    device_lines: yes() ? [] : [make.aLine('phone-lobby', lot.of(extensionIds))],
    emergency_addresses: [make.anAddress('Office', { unit: yes() ? 'Suite 4' : '' })],
    recordings,
    destinations: [...outside, ...ownNumbers, ...byHand],
  })
}
