import { describe, expect, test } from 'vitest'
import { dialplan } from '@/lib/switch/dialplan'
import type { Row } from '@/lib/telephony/routing/snapshot'
import { endText } from '@/lib/telephony/simulator/answer'
import { parseXml } from '@/tests/support/dialplan'
import { snapshotOf } from '@/tests/support/factories/snapshot'
import { aFaxBox, anExtension, aNumber } from '@/tests/support/factories/snapshot-rows'
import { environmentOf } from '../../switch/assumed-network'
import { ask, dialing, fromPhone, said, to, toNumber, TUESDAY, walk } from './routing-helpers'

const tenant = (box: Partial<Row<'fax_boxes'>> = {}) =>
  snapshotOf({
    extensions: [anExtension('1001')],
    dids: [aNumber('+12075550100', { destination_id: 'x3700' })],
    fax_boxes: [aFaxBox('3700', { name: 'Front office', ...box })],
  })

describe('a fax box', () => {
  test('receives faxes from anyone who calls its number', () => {
    const mailed = tenant({ recipients: ['anna@customer.example', 'ben@customer.example'] })
    expect(said(ask(mailed, 'fax', to('x3700')))).toEqual([
      'A fax is received at 3700 Front office, and emailed to 2 addresses.',
    ])
    const one = tenant({ recipients: ['anna@customer.example'] })
    expect(said(ask(one, 'fax', to('x3700')))).toEqual([
      'A fax is received at 3700 Front office, and emailed to one address.',
    ])
    expect(said(ask(tenant(), 'fax', to('x3700')))).toEqual([
      'A fax is received at 3700 Front office, and nobody is emailed.',
    ])
    expect(endText(walk(tenant(), toNumber()))).toBe('The switch receives a fax')
    expect(endText(walk(tenant(), dialing('3700'), {}, fromPhone('1001')))).toBe('The switch receives a fax')
  })

  test('identifies itself by the called number', () => {
    const [first] = walk(tenant(), toNumber()).stages.slice(-1)
    expect(first?.step).toMatchObject({ kind: 'fax', station: '+12075550100' })
    expect(ask(tenant(), 'fax', to('x3700')).station).toBe('3700')
  })

  test('takes no calls while it is disabled', () => {
    expect(said(ask(tenant({ enabled: false }), 'refuse', to('x3700')))).toEqual([
      'Fax box 3700 Front office is disabled.',
    ])
  })

  test('compiles to rxfax with a file name that the caller cannot influence', () => {
    const world = environmentOf(tenant(), TUESDAY)
    const first = dialplan(world, {
      'Caller-Context': 'acme.pbx.test',
      'Hunt-Destination-Number': '3700',
      variable_user_name: '1001',
      variable_domain_name: 'acme.pbx.test',
    })
    const actions = (xml: string) =>
      [...parseXml(xml).querySelectorAll('action')].map((each) => [
        each.getAttribute('application'),
        each.getAttribute('data'),
      ])
    const dataOf = (begin: string) =>
      actions(first.xml)
        .map(([, data]) => data ?? '')
        .find((data) => data.startsWith(begin))
    const there = dialplan(world, {
      'Caller-Context': 'acme.pbx.test',
      'Hunt-Destination-Number': actions(first.xml).at(-1)?.[1]?.split(' ')[0] ?? '',
      variable_trunkline_call: dataOf('trunkline_call=')?.slice('trunkline_call='.length) ?? '',
    })
    expect(actions(there.xml)).toEqual(
      expect.arrayContaining([
        ['set', 'fax_ident=3700'],
        ['set', 'fax_spool=${storage_dir}/trunkline-fax'],
        ['set', expect.stringMatching(/^fax_prefix=[0-9a-z-]+_x3700_\$\{uuid\}_1001$/)],
        ['rxfax', null],
      ]),
    )
  })
})
