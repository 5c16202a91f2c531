import { describe, expect, test } from 'vitest'
import { dialplan } from '@/lib/switch/dialplan'
import { parseXml } from '@/tests/support/dialplan'
import { type GivenSnapshot, snapshotOf } from '@/tests/support/factories/snapshot'
import { aBlockRule, anExtension, aNumber } from '@/tests/support/factories/snapshot-rows'
import { environmentOf } from './assumed-network'

const NUMBER = '+12075550100'
const CALLER = '+12075550166'

/** The answer to a call from outside, with these fields in addition, and its actions. */
function answered(more: Record<string, string>, given: GivenSnapshot = {}) {
  const snapshot = snapshotOf({
    extensions: [anExtension('1001')],
    dids: [aNumber(NUMBER, { destination_id: 'e1001' })],
    ...given,
  })
  const { xml, call, step } = dialplan(environmentOf(snapshot, Date.UTC(2026, 2, 3, 15)), {
    'Caller-Context': 'public',
    'Hunt-Destination-Number': NUMBER,
    'Caller-Caller-ID-Number': CALLER,
    'Caller-Caller-ID-Name': 'Pat Doe',
    ...more,
  })
  const actions = [...parseXml(xml).querySelectorAll('action')].map(
    (action) => `${action.getAttribute('application')} ${action.getAttribute('data') ?? ''}`,
  )
  return { xml, call, step, actions }
}

const withheld = { 'Caller-Privacy-Hide-Name': 'true', 'Caller-Privacy-Hide-Number': 'true' }

describe('a number that a caller withholds, which the carrier asserts to the switch alone,', () => {
  test('is in no answer, and is taken from the channel with the name', () => {
    const { xml, call, actions } = answered(withheld)
    expect(call).toMatchObject({ number: '', name: '' })
    expect(xml).not.toMatch(/2075550166|Pat/)
    expect(actions).toContain('set_profile_var caller_id_number=anonymous')
    expect(actions).toContain('set_profile_var caller_id_name=anonymous')
    expect(actions).toContain('set_profile_var ani=anonymous')
    expect(actions).toContain('set_profile_var username=anonymous')
  })

  test('stays so whatever the carrier asserts of it during the call', () => {
    expect(answered(withheld).actions).toContain('set sip_ignore_remote_cid=true')
    expect(answered({ 'Caller-Privacy-Hide-Name': 'true' }).actions).toContain(
      'set sip_ignore_remote_cid=true',
    )
    expect(answered({}).actions).not.toContain('set sip_ignore_remote_cid=true')
  })

  test('is withheld from rules too: those for anonymous callers apply', () => {
    const rules = (match: 'exact' | 'anonymous') => ({
      call_block_rules: [aBlockRule(match === 'exact' ? CALLER : null, { match })],
    })
    expect(answered(withheld, rules('anonymous')).step?.reason.why).toBe('blocked')
    expect(answered(withheld, rules('exact')).step?.reason.why).toBe('number routed')
    expect(answered({}, rules('exact')).step?.reason.why).toBe('blocked')
  })

  test('is shown if only the name is withheld', () => {
    const { call, actions } = answered({ 'Caller-Privacy-Hide-Name': 'true' })
    expect(call).toMatchObject({ number: CALLER, name: '' })
    expect(actions.filter((action) => action.startsWith('set_profile_var'))).toEqual([
      `set_profile_var caller_id_name=${CALLER}`,
    ])
  })
})

test('a caller who withholds nothing stays as the carrier says', () => {
  const { call, actions } = answered({ 'Caller-Privacy-Hide-Number': 'false' })
  expect(call).toMatchObject({ number: CALLER, name: 'Pat Doe' })
  expect(actions.filter((action) => action.startsWith('set_profile_var'))).toEqual([])
})
