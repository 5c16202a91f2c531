import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { TEST_APP } from '@/scripts/lib/test-app'
import type { SwitchEvent } from '@/switch/event-socket'
import { query } from '../support/database'
import { insertRow } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'
import type { SipEndpoint } from '../support/switch/phone'
import { CALLER, leaveMessage, openOffice, pressKeys, SAVED_MS } from '../support/switch/test-pbx'
import { secretOf, vaultOf } from '../support/vault'

const office = await openOffice({ prompts: true })
/** What mod_voicemail has said. */
const said: SwitchEvent[] = []
const { events } = office.freeswitch
events.onEvent((event) => said.push(event))
await events.command('event json CUSTOM vm::maintenance')
await office.signIn()

const SOON = { timeout: 30_000 }
const { setPin } = office
const passwordOf = async (extensionId: string) =>
  (await secretOf(extensionId, 'sip_password', vaultOf(TEST_APP.dataDir))) ?? ''
/** What the switch lists as its channels. */
interface Shown {
  rows?: { uuid: string; application: string }[]
}
const lampOf = ({ lamp }: SipEndpoint) => lamp

/** Waits for what mod_voicemail says next about one of these. */
async function next(...actions: readonly string[]): Promise<SwitchEvent> {
  const found = () => said.find((event) => actions.includes(event['VM-Action'] ?? ''))
  await expect.poll(found, SOON).toBeDefined()
  return found() ?? {}
}

/** Leaves a message, and returns whose mailbox took it. */
async function leaveFor(phone: SipEndpoint, number: string): Promise<string> {
  said.length = 0
  await leaveMessage(office, await phone.call(`*99${number}`))
  return (await next('leave-message'))['VM-User'] ?? ''
}

/** Opens a mailbox by phone: whose it is and how many messages it has, or null for a wrong PIN. */
async function open(phone: SipEndpoint, code: string, digits: string) {
  said.length = 0
  const call = await phone.call(code)
  expect(call.status).toBe(200)
  await pressKeys(call, digits)
  const { 'VM-Auth-Result': result } = await next('authentication')
  const summary = result === 'success' ? await next('folder-summary') : undefined
  call.hangUp()
  if (!summary) return null
  const { 'VM-User': owner, 'VM-Total-New-Messages': fresh, 'VM-Total-Saved-Messages': saved } = summary
  return { owner, messages: Number(fresh) + Number(saved) }
}

describe('a mailbox', () => {
  test('calls whoever left a message back, as the phone that asks for it', async () => {
    const { tenant, ids, did, number, desk, east, freeswitch } = office
    await setPin(ids['1001'], '7306')
    await number(1, await office.mailboxOf('1001'))
    await pause(SAVED_MS)
    said.length = 0
    await leaveMessage(office, await east.call(did(1), CALLER))
    await next('leave-message')
    const call = await desk.call('*97')
    await pressKeys(call, '7306#1')
    await next('folder-summary')
    // It asks again and again once it has played the message.
    const called = () => {
      if (east.calls.length === 0) call.press('5')
      return east.calls.map(({ uri }) => uri)
    }
    await expect.poll(called, { ...SOON, interval: 2000 }).toEqual([expect.stringContaining(`:${CALLER}@`)])
    expect(east.calls[0]?.headers['p-asserted-identity']).toContain(did(0))
    call.hangUp()
    await freeswitch.events.api(`vm_delete ${ids['1001']}@${tenant.domain}`)
  }, 300_000)

  test('takes a message that is recorded nowhere else, though calls to its extension are', async () => {
    const { tenant, ids, did, number, east, lobby, freeswitch } = office
    await query("update public.extensions set recording = 'inbound' where id = $1", [ids['1002']])
    await number(2, ids['1002'])
    await pause(SAVED_MS)
    const folder = join(freeswitch.folder, 'storage/trunkline-calls', tenant.id)
    const recordings = () => (existsSync(folder) ? readdirSync(folder) : [])
    const talk = async () => {
      const call = await east.call(did(2), CALLER)
      await call.speak(6)
      call.hangUp()
    }
    await talk()
    expect(recordings()).toHaveLength(1)
    lobby.manner = 'rings'
    said.length = 0
    await talk()
    expect((await next('leave-message'))['VM-User']).toBe(ids['1002'])
    expect(recordings()).toHaveLength(1)
    const kept = () =>
      query<{ status: string; recorded: boolean }>(
        'select status, recording_path is not null as recorded from public.cdr where tenant_id = $1 and did = $2 order by start_at',
        [tenant.id, did(2)],
      )
    await expect.poll(kept, SOON).toEqual([
      { status: 'answered', recorded: true },
      { status: 'voicemail', recorded: false },
    ])
    await query("update public.extensions set recording = 'none' where id = $1", [ids['1002']])
    lobby.manner = 'answers'
    await freeswitch.events.api(`vm_delete ${ids['1002']}@${tenant.domain}`)
  }, 120_000)

  test('lets a caller who is taken out of it be recorded on, in the recording of what was said before', async () => {
    const { tenant, ids, did, number, east, lobby, freeswitch } = office
    await query("update public.extensions set recording = 'inbound' where id = $1", [ids['1002']])
    await number(3, ids['1002'])
    await pause(SAVED_MS)
    const folder = join(freeswitch.folder, 'storage/trunkline-calls', tenant.id)
    const recordings = () => (existsSync(folder) ? readdirSync(folder) : [])
    /**
     * Talks first if somebody answers, and after the mailbox with whoever takes the call out of it. Returns the recordings' sizes in the
     * mailbox and at the end.
     */
    const talk = async (manner: 'answers' | 'rings') => {
      const before = recordings()
      const sizes = () =>
        recordings()
          .filter((name) => !before.includes(name))
          .map((name) => statSync(join(folder, name)).size)
      lobby.manner = manner
      const call = await east.call(did(3), CALLER)
      expect(call.status).toBe(200)
      if (manner === 'answers') {
        await call.speak(5)
        await lobby.transfer('*991001')
      }
      const inMailbox = async () => {
        const { rows = [] } = JSON.parse(await freeswitch.events.api('show channels as json')) as Shown
        return rows.find(({ application }) => application === 'voicemail')?.uuid
      }
      await expect.poll(inMailbox, SOON).toBeDefined()
      const channel = await inMailbox()
      const first = sizes()
      lobby.manner = 'answers'
      await freeswitch.events.api(`uuid_transfer ${channel} 1002 XML ${tenant.domain}`)
      await call.speak(5)
      call.hangUp()
      await expect.poll(() => freeswitch.events.api(`uuid_exists ${channel}`), SOON).toBe('false')
      return { first, whole: sizes() }
    }
    const second = 16_000
    const talked = await talk('answers')
    expect(talked.first).toEqual([expect.any(Number)])
    expect(talked.whole).toHaveLength(1)
    expect(talked.whole[0]).toBeGreaterThan(Number(talked.first[0]) + second)
    const taken = await talk('rings')
    expect(taken.first).toEqual([])
    expect(taken.whole).toHaveLength(1)
    expect(taken.whole[0]).toBeGreaterThan(second)
    const kept = () =>
      query<{ recorded: boolean }>(
        'select recording_path is not null as recorded from public.cdr where tenant_id = $1 and did = $2 order by start_at',
        [tenant.id, did(3)],
      )
    await expect.poll(kept, SOON).toEqual([{ recorded: true }, { recorded: true }])
    await query("update public.extensions set recording = 'none' where id = $1", [ids['1002']])
    lobby.manner = 'answers'
    for (const id of [ids['1001'], ids['1002']])
      await freeswitch.events.api(`vm_delete ${id}@${tenant.domain}`)
  }, 120_000)

  test('opens with the PIN that staff have set last, and its menu sets none', async () => {
    const { tenant, ids, lobby, freeswitch } = office
    const owner = String(ids['1002'])
    await setPin(owner, '7306')
    await pause(SAVED_MS)
    await freeswitch.events.api('xml_flush_cache')
    said.length = 0
    const call = await lobby.call('*97')
    await pressKeys(call, '7306#')
    await next('folder-summary')
    // The menu for greetings, in which 6 sets a PIN by default; 0 leads back from it, whatever the prompt says.
    await pressKeys(call, '561#01#5001#')
    call.hangUp()
    expect(said.map((event) => event['VM-Action'])).not.toContain('change-password')
    expect(await freeswitch.events.api(`vm_prefs ${owner}@${tenant.domain}|password`)).not.toContain('1')
    expect(await open(lobby, '*97', '1#')).toBeNull()
    await setPin(owner, '9642')
    await pause(SAVED_MS)
    await freeswitch.events.api('xml_flush_cache')
    expect(await open(lobby, '*97', '7306#')).toBeNull()
    expect(await open(lobby, '*97', '9642#')).toEqual({ owner, messages: 0 })
  }, 300_000)

  test('stays with its extension when its number changes hands, with messages, PIN and lamp', async () => {
    const { tenant, ids, desk, lobby, workshop, freeswitch } = office
    const ann = String(ids['1001'])
    await setPin(ann, '7306')
    await pause(SAVED_MS)
    expect(await lobby.watch('1001', 'message-summary')).toBe(202)
    expect(await leaveFor(workshop, '1001')).toBe(ann)
    // The desk has registered, and the lobby has subscribed.
    await expect.poll(() => [desk, lobby].map(lampOf), SOON).toEqual(['yes', 'yes'])
    expect(await open(desk, '*97', '7306#')).toEqual({ owner: ann, messages: 1 })

    await query("update public.extensions set extension = '1009' where id = $1", [ann])
    const { id: ben } = await insertRow(
      'extensions',
      await newExtension({ tenant_id: tenant.id, extension: '1001' }),
    )
    await setPin(ben, '9642')
    await vi.waitFor(async () => expect(await passwordOf(ben)).not.toBe(''), { timeout: 120_000 })
    await pause(SAVED_MS)
    // Without an agent, it keeps extensions for a minute.
    await freeswitch.events.api('xml_flush_cache')
    expect(await desk.register('1009', tenant.domain, await passwordOf(ann))).toBe(200)
    expect(await workshop.register('1001', tenant.domain, await passwordOf(ben))).toBe(200)

    expect(await open(workshop, '*97', '9642#')).toEqual({ owner: ben, messages: 0 })
    expect(await open(workshop, '*97', '7306#')).toBeNull()
    expect(await open(desk, '*97', '7306#')).toEqual({ owner: ann, messages: 1 })
    expect(await open(lobby, '*98', '1009#7306#')).toEqual({ owner: ann, messages: 1 })
    expect(await open(lobby, '*98', '1001#7306#')).toBeNull()
    await expect.poll(() => [desk, workshop, lobby].map(lampOf), SOON).toEqual(['yes', 'no', 'no'])
    expect(await leaveFor(lobby, '1001')).toBe(ben)
    await expect.poll(() => [workshop, lobby].map(lampOf), SOON).toEqual(['yes', 'yes'])
    expect(await open(desk, '*97', '7306#')).toEqual({ owner: ann, messages: 1 })
  }, 300_000)
})

describe('a phone', () => {
  test('without a password can register neither for a suspended extension nor by a mailbox’s name', async () => {
    const { tenant, ids, workshop } = office
    const id = String(ids['1003'])
    await query('update public.extensions set suspended = true where id = $1', [id])
    await pause(SAVED_MS)
    await office.freeswitch.events.api('xml_flush_cache')
    expect(await workshop.register('1003', tenant.domain, 'guessed')).toBe(403)
    expect(await workshop.register(String(ids['1002']), tenant.domain, 'guessed')).toBe(403)
  }, 120_000)
})
