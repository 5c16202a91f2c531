import { describe, expect, test } from 'vitest'
import { callVariable } from '@/lib/switch/call-state'
import { dialplan } from '@/lib/switch/dialplan'
import { extensionOf } from '@/lib/switch/question'
import { directDialed } from '@/lib/telephony/routing/menu'
import { problems } from '@/lib/telephony/routing/problems'
import type { Row } from '@/lib/telephony/routing/snapshot'
import { endText } from '@/lib/telephony/simulator/answer'
import { parseXml } from '@/tests/support/dialplan'
import { snapshotOf } from '@/tests/support/factories/snapshot'
import {
  aMenu,
  anExtension,
  aNumber,
  aPagedPhone,
  aPagingGroup,
} from '@/tests/support/factories/snapshot-rows'
import { environmentOf } from '../../switch/assumed-network'
import { ask, dialing, from, fromPhone, said, to, toNumber, TUESDAY, walk } from './routing-helpers'

const tenant = (
  group: Partial<Row<'paging_groups'>> = {},
  dnd = false,
  members: readonly string[] = ['e1001', 'e1002', 'e1003'],
) =>
  snapshotOf({
    extensions: [
      anExtension('1001'),
      anExtension('1002'),
      anExtension('1003', { do_not_disturb: dnd, effective_caller_id_name: 'Lobby' }),
    ],
    dids: [aNumber('+12075550100', { destination_id: 'w6900' })],
    ivr_menus: [aMenu('7000', { direct_dial: true, digit_length: 4 })],
    paging_groups: [aPagingGroup('6900', { name: 'Warehouse', ...group })],
    paging_group_members: members.map((id, at) => aPagedPhone('w6900', at + 1, id)),
  })

describe('a paging group', () => {
  test('pages its phones except the one that called', () => {
    const step = ask(tenant(), 'page', to('w6900'), fromPhone('1001'))
    expect(step.phones.map(({ number }) => number)).toEqual(['1002', '1003'])
    expect(said(step)).toEqual([
      'The caller speaks from 2 phones of 6900 Warehouse, which answer by themselves.',
    ])
    expect(endText(walk(tenant(), dialing('6900'), {}, fromPhone('1001')))).toBe(
      'The caller speaks from the phones',
    )
    expect(endText(walk(tenant(), toNumber()))).toBe('The caller speaks from the phones')
  })

  test('with an intercom is two-way, and skips a phone on do not disturb', () => {
    expect(said(ask(tenant({ two_way: true }, true), 'page', to('w6900')))).toEqual([
      '2 phones of 6900 Warehouse answer by themselves, and the caller talks with them.',
      '1003 Lobby does not ring: it is on do not disturb.',
    ])
  })

  test('that has no phones or is disabled takes no calls, which the check reports', () => {
    const empty = tenant({}, false, [])
    expect(said(ask(empty, 'refuse', to('w6900')))).toEqual(['6900 Warehouse has no phone to ring.'])
    expect(
      problems(empty, TUESDAY)
        .filter(({ kind }) => kind === 'group-has-nobody')
        .map(({ text }) => text),
    ).toEqual(['6900 Warehouse has no phone to speak from.'])
    expect(said(ask(tenant({ enabled: false }), 'refuse', to('w6900')))).toEqual([
      'Paging group 6900 Warehouse is disabled.',
    ])
  })

  test('cannot be dialed from an IVR menu', () => {
    const menu = ask(tenant(), 'menu', to('m7000'))
    expect(directDialed(tenant(), menu, '6900')).toBeNull()
    expect(directDialed(tenant(), menu, '1001')).not.toBeNull()
  })

  test.each([
    [false, 'mute'],
    [true, ''],
  ])('has each phone auto-answer on the switch (intercom: %s)', (two_way, flags) => {
    const { xml } = dialplan(environmentOf(tenant({ two_way }), TUESDAY), {
      'Caller-Context': 'acme.pbx.test',
      'Hunt-Destination-Number': '6900',
      variable_user_name: '1001',
      variable_domain_name: 'acme.pbx.test',
    })
    const place = parseXml(xml).querySelector('action[application=transfer]')?.getAttribute('data') ?? ''
    const carried = [...parseXml(xml).querySelectorAll('action')]
      .map((each) => each.getAttribute('data') ?? '')
      .find((data) => data.startsWith('trunkline_call='))
    const there = dialplan(environmentOf(tenant({ two_way }), TUESDAY), {
      'Caller-Context': 'acme.pbx.test',
      'Hunt-Destination-Number': place.split(' ')[0] ?? '',
      variable_trunkline_call: carried?.slice('trunkline_call='.length) ?? '',
    })
    const actions = [...parseXml(there.xml).querySelectorAll('action')].map((each) => [
      each.getAttribute('application'),
      each.getAttribute('data'),
    ])
    const called = actions.filter(([app]) => app === 'conference_set_auto_outcall').map(([, data]) => data)
    expect(called).toEqual([null, 'user/1002@acme.pbx.test', 'user/1003@acme.pbx.test'])
    expect(actions).toContainEqual([
      'set',
      expect.stringMatching(
        /^conference_auto_outcall_prefix=\[sip_auto_answer=true,leg_timeout=10,alert_info='.*info=alert-autoanswer/,
      ),
    ])
    expect(actions).toContainEqual(['set', `conference_utils_auto_outcall_flags=${flags}`])
    expect(actions).toContainEqual(['conference', 'page-${uuid}@default+flags{endconf}'])
  })

  test.each([
    ['', '', 'anonymous', 'anonymous'],
    ['+12075550123', '', '+12075550123', '+12075550123'],
    ['+12075550123', 'Pat', '+12075550123', 'Pat'],
  ])('shows the caller %j %j on its phones as %s, %s', (number, name, shown, shownName) => {
    const { xml } = dialplan(environmentOf(tenant(), TUESDAY), {
      'Caller-Context': 'acme.pbx.test',
      'Hunt-Destination-Number': extensionOf({ asks: 'place', place: to('w6900') }),
      variable_trunkline_call: callVariable({ ...from(), number, name }, 'tenant'),
    })
    const actions = [...parseXml(xml).querySelectorAll('action')].map((each) => each.getAttribute('data'))
    expect(actions).toContain(`conference_auto_outcall_caller_id_number=${shown}`)
    expect(actions).toContain(`conference_auto_outcall_caller_id_name=${shownName}`)
  })
})
