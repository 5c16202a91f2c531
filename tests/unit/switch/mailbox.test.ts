import { describe, expect, test } from 'vitest'
import { callVariable } from '@/lib/switch/call-state'
import { VOICEMAIL_CONF } from '@/lib/switch/configuration/basics'
import { dialplan } from '@/lib/switch/dialplan'
import { directory } from '@/lib/switch/directory'
import { extensionOf } from '@/lib/switch/question'
import { NOT_FOUND } from '@/lib/switch/xml'
import { callFromOutside } from '@/lib/telephony/routing/place'
import { carrying } from '@/lib/telephony/routing/scene'
import { parseXml } from '@/tests/support/dialplan'
import { type GivenSnapshot, snapshotOf } from '@/tests/support/factories/snapshot'
import { aFeatureCode, anExtension, aRecording } from '@/tests/support/factories/snapshot-rows'
import { environmentOf } from './assumed-network'

const DOMAIN = 'acme.pbx.test'
const tenantWith = (given: GivenSnapshot) => snapshotOf({ tenant: { domain: DOMAIN }, ...given })
/** Ann had 1001, has 1002 now, and Ben got 1001. */
const before = tenantWith({ extensions: [anExtension('1001', { id: 'ann' })] })
const after = tenantWith({
  extensions: [anExtension('1002', { id: 'ann' }), anExtension('1001', { id: 'ben' })],
})

/** The directory's answer about a user. */
function found(tenant: typeof before, user: string) {
  const hashes = (id: string) => ({ sip: `sip ${id}`, voicemail: `voicemail ${id}` })
  const xml = directory(tenant, { user, domain: DOMAIN }, hashes)
  if (xml === NOT_FOUND) return undefined
  const element = parseXml(xml).querySelector('user')
  const param = (name: string) => element?.querySelector(`param[name="${name}"]`)?.getAttribute('value')
  return { id: element?.getAttribute('id'), number: element?.getAttribute('number-alias'), param }
}

/** The applications that a call by 1001 executes, with their data. */
function executed(
  tenant: typeof before,
  extension: string,
  asksPin = true,
  call = callFromOutside('+12075550199'),
): string[] {
  const environment = { ...environmentOf(tenant, Date.UTC(2026, 2, 3, 15)), asksPin: () => asksPin }
  const { xml } = dialplan(environment, {
    'Caller-Context': DOMAIN,
    'Hunt-Destination-Number': extension,
    variable_user_name: '1001',
    variable_domain_name: DOMAIN,
    variable_trunkline_call: extension.startsWith('*') ? '' : callVariable(call, tenant.tenant.id),
  })
  return [...parseXml(xml).querySelectorAll('action')].map(
    (action) => `${action.getAttribute('application')} ${action.getAttribute('data')}`,
  )
}

describe('a mailbox', () => {
  test('is its extension’s, whatever the number, and whoever has the number next has another', () => {
    expect(found(before, '1001')).toMatchObject({ id: 'ann', number: '1001' })
    expect(found(after, '1001')).toMatchObject({ id: 'ben', number: '1001' })
    expect(found(after, '1002')).toMatchObject({ id: 'ann', number: '1002' })
    expect(found(after, '1002')?.param('vm-a1-hash')).toBe('voicemail ann')
    expect(found(after, '1001')?.param('vm-a1-hash')).toBe('voicemail ben')
  })

  test('is found by its own name, with which no phone can register', () => {
    const box = found(after, 'ann')
    expect(box).toMatchObject({ id: 'ann', number: '1002' })
    expect(box?.param('vm-a1-hash')).toBe('voicemail ann')
    expect(box?.param('a1-hash')).toBeUndefined()
    expect(found(after, '1002')?.param('a1-hash')).toBe('sip ann')
    for (const user of ['ann', '1002'])
      expect(found(after, user)?.param('allow-empty-password')).toBe('false')
  })

  test('is closed while its extension is suspended, whose phones can register to call emergency services', () => {
    const suspended = found(
      tenantWith({ extensions: [anExtension('1001', { id: 'ann', suspended: true })] }),
      '1001',
    )
    expect(suspended?.param('vm-enabled')).toBe('false')
    expect(suspended?.param('a1-hash')).toBe('sip ann')
  })

  test('is nobody’s once its extension is gone or out of service', () => {
    expect(found(tenantWith({ extensions: [anExtension('1001', { id: 'ben' })] }), 'ann')).toBeUndefined()
    expect(
      found(tenantWith({ extensions: [anExtension('1001', { id: 'ann', enabled: false })] }), 'ann'),
    ).toBeUndefined()
  })

  test('says the number in the switch’s own greeting, and calls and lamps of its phones show the number', () => {
    const box = found(after, '1002')
    expect(box?.param('vm-alternate-greet-id')).toBe('1002')
    expect(box?.param('dial-string')).toBe(
      '{dialed_user=1002,presence_id=1002@acme.pbx.test,origination_callee_id_name=1002,outbound_redirect_fatal=true}${sofia_contact(*/1002.tenant@acme.pbx.test)}',
    )
  })
})

test('a mailbox’s PIN cannot be chosen by phone: the key for it leads back to the main menu, which is compared first', () => {
  const key = (name: string) =>
    parseXml(VOICEMAIL_CONF).querySelector(`param[name="${name}"]`)?.getAttribute('value')
  expect(key('change-pass-key')).toBe(key('main-menu-key'))
})

describe('a call to a mailbox', () => {
  const lamps = 'set api_reporting_hook=vm_read 1001@acme.pbx.test/default read none'
  const codes = [aFeatureCode('own_voicemail', '*97'), aFeatureCode('check_voicemail', '*98')]
  const tenant = tenantWith({ extensions: [anExtension('1001', { id: 'ann' })], feature_codes: codes })

  test('leaves a message in the extension’s, and updates its lamps when it ends', () => {
    const place = extensionOf({ asks: 'place', place: { at: 'voicemail', extensionId: 'ann' } })
    const actions = executed(tenant, place)
    expect(actions).toContain('voicemail default acme.pbx.test ann')
    expect(actions.indexOf(lamps)).toBe(actions.findIndex((action) => action.startsWith('voicemail ')) - 1)
  })

  test('leaves a message under the caller’s number and name, with the prefix of the number that was called', () => {
    const place = extensionOf({ asks: 'place', place: { at: 'voicemail', extensionId: 'ann' } })
    const call = carrying(callFromOutside('+12075550199', 'Pat'), { namePrefixes: ['Smith: '] })
    const actions = executed(tenant, place, true, call)
    const before = actions.slice(
      0,
      actions.findIndex((action) => action.startsWith('voicemail ')),
    )
    expect(before).toContain('set effective_caller_id_name=Smith: Pat')
    expect(before).toContain('set effective_caller_id_number=+12075550199')
  })

  test('plays no greeting in which somebody from outside could sign in once too many wrong PINs were entered', () => {
    const greetings = { recordings: [aRecording('hello')] }
    const place = extensionOf({ asks: 'place', place: { at: 'voicemail', extensionId: 'ann' } })
    const bare = executed(tenant, place, false)
    expect(bare).toContain('set skip_greeting=true')
    expect(bare).toContain('voicemail default acme.pbx.test ann')
    const greeted = executed(
      tenantWith({
        ...greetings,
        extensions: [anExtension('1001', { id: 'ann', greeting_recording_id: 'r-hello' })],
      }),
      place,
      false,
    )
    expect(greeted).toContain('playback /sounds/file-hello.wav')
    expect(greeted).toContain('set playback_terminators=#')
    expect(greeted).toContain('set skip_greeting=true')
    expect(executed(tenant, '*97', false)).toContain('voicemail check default acme.pbx.test ann')
  })

  test('opens the caller’s own, and updates its lamps when it ends', () => {
    const actions = executed(tenant, '*97')
    expect(actions).toContain('voicemail check default acme.pbx.test ann')
    expect(actions.indexOf(lamps)).toBe(actions.findIndex((action) => action.startsWith('voicemail ')) - 1)
  })

  test('calls back whoever left a message through the tenant’s routes', () => {
    for (const code of ['*97', '*98'])
      expect(executed(tenant, code)).toContain('set voicemail_callback_context=acme.pbx.test')
  })

  test('asks for a number where the code says none', () => {
    expect(executed(tenant, '*98')).toContain('voicemail check default acme.pbx.test')
  })
})
