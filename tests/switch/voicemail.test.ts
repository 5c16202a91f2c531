import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { mailsTo } from '../support/api-mails'
import { callerOf } from '../support/clients'
import { query } from '../support/database'
import { leaveMessage, pressKeys, SAVED_MS } from '../support/switch/test-pbx'
import { openAttendedOffice } from '../support/switch/test-pbx-agent'

const { office } = await openAttendedOffice(undefined, { prompts: true })
await office.signIn()

const SOON = { timeout: 60_000 }
const messagesOf = (extension: string) =>
  query<{ id: string; uuid: string; heard: boolean; path: string | null; size_bytes: number }>(
    'select id, uuid, heard, path, size_bytes from public.voicemail_messages where extension_id = $1',
    [office.ids[extension]],
  )
const lamp = () => office.desk.lamp
const listed = (extension: string) =>
  office.freeswitch.events.api(`vm_list ${office.ids[extension]}@${office.tenant.domain}`)

describe('a voicemail message', () => {
  test('is played, marked, forwarded and deleted in the page as on the phone', async () => {
    const { tenant, ids } = office
    const address = `${tenant.id}@customer.example`
    await query('update public.extensions set voicemail_email = $1 where id = $2', [address, ids['1001']])
    await leaveMessage(office, await office.lobby.call('*991001'))
    await expect
      .poll(() => messagesOf('1001'), SOON)
      .toMatchObject([{ heard: false, path: expect.any(String) }])
    await expect.poll(lamp, SOON).toBe('yes')
    await expect
      .poll(() => mailsTo(address), SOON)
      .toMatchObject([{ attachments: [{ filename: 'message.wav' }] }])

    const [message] = await messagesOf('1001')
    const { client } = await callerOf('tech')
    const key = { message: message?.id ?? '', tenant: tenant.id }
    const file = () => client.storage.from('voicemail').download(message?.path ?? '')
    expect((await file()).data).toBeNull()
    await client.rpc('open_voicemail', key).throwOnError()
    const sound = Buffer.from((await (await file()).data?.arrayBuffer()) ?? new ArrayBuffer(0))
    expect(sound.subarray(0, 4).toString()).toBe('RIFF')
    expect(sound.length).toBe(message?.size_bytes)
    await expect.poll(lamp, SOON).toBe('no')
    await client.rpc('mark_voicemail', { ...key, heard: false }).throwOnError()
    await expect.poll(lamp, SOON).toBe('yes')

    await client.rpc('forward_voicemail', { ...key, extension: ids['1002'] ?? '' }).throwOnError()
    await expect.poll(() => messagesOf('1002'), SOON).toMatchObject([{ path: expect.any(String) }])
    const orders = () =>
      query('select 1 from private.voicemail_commands where domain = $1 and done_at is null', [tenant.domain])
    await expect.poll(orders, SOON).toEqual([])
    // The order comes again if its report is lost, as when the agent is killed in between.
    const [, done] = /_broadcast_([0-9a-f-]{36})\.wav/.exec(await listed('1002')) ?? []
    await query('delete from private.voicemail_commands where id = $1', [done])
    await query(
      `insert into private.voicemail_commands (id, switch_id, command, domain, extension_id, uuid, to_extension_id)
       select $2, m.switch_id, 'forward', m.domain, m.extension_id, m.uuid, $3
       from public.voicemail_messages m where m.id = $1`,
      [key.message, done, ids['1002']],
    )
    await expect.poll(orders, SOON).toEqual([])
    expect((await listed('1002')).split('\n')).toHaveLength(1)
    await client.from('voicemail_messages').delete().eq('id', key.message).throwOnError()
    await expect.poll(lamp, SOON).toBe('no')
    await expect.poll(() => listed('1001'), SOON).toBe('-ERR no reply')

    const [copy] = await messagesOf('1002')
    await office.freeswitch.events.api(`vm_read ${ids['1002']}@${tenant.domain} read ${copy?.uuid}`)
    await expect.poll(() => messagesOf('1002'), SOON).toMatchObject([{ heard: true }])
    await office.freeswitch.events.api(`vm_delete ${ids['1002']}@${tenant.domain} ${copy?.uuid}`)
    await expect.poll(() => messagesOf('1002'), SOON).toEqual([])
  }, 300_000)

  test('that its owner forwards by phone is a message of its own in each mailbox, and is marked and deleted by phone', async () => {
    const { ids, desk, lobby, setPin } = office
    await setPin(ids['1001'], '7306')
    await leaveMessage(office, await lobby.call('*991001'))
    await expect.poll(() => messagesOf('1001'), SOON).toMatchObject([{ heard: false }])
    const call = await desk.call('*97')
    await pressKeys(call, '7306#')
    // It plays the message at once, and again after it is forwarded. Twice to one mailbox is once.
    for (const colleague of ['1002', '1003', '1002']) await pressKeys(call, `88${colleague}#`)
    const copies = async () => (await Promise.all(['1002', '1003'].map(messagesOf))).flat()
    await expect.poll(copies, SOON).toMatchObject(Array(2).fill({ heard: false, path: expect.any(String) }))
    // It is saved, played again from the main menu, and deleted.
    await pressKeys(call, '2')
    await expect.poll(() => messagesOf('1001'), SOON).toMatchObject([{ heard: true }])
    await pressKeys(call, '27')
    await expect.poll(() => messagesOf('1001'), SOON).toEqual([])
    call.hangUp()

    const [copy] = await copies()
    const { client } = await callerOf('tech')
    await client
      .from('voicemail_messages')
      .delete()
      .eq('id', copy?.id ?? '')
      .throwOnError()
    await expect.poll(() => listed('1002'), SOON).toBe('-ERR no reply')
    expect((await listed('1003')).split('\n')).toHaveLength(1)
    expect(await copies()).toHaveLength(1)
  }, 300_000)
})

describe('the greeting of a mailbox', () => {
  test('is the one its owner recorded by phone, and callers hear it until the owner takes it off by phone', async () => {
    const { ids, freeswitch, desk, workshop, setPin } = office
    await setPin(ids['1003'], '7306')
    const greeting = () =>
      query<{ name: string; file_id: string }>(
        `select r.name, r.file_id from public.extensions e join public.recordings r on r.id = e.greeting_recording_id where e.id = $1`,
        [ids['1003']],
      )
    /** The settings of a mailbox without messages: 5 in its menu. */
    const settings = async (keys: string) => {
      await freeswitch.events.api(`vm_delete ${ids['1003']}@${office.tenant.domain}`)
      const call = await workshop.call('*97')
      await pressKeys(call, `7306#5${keys}`)
      return call
    }
    const call = await settings('11')
    await call.speak(5)
    // It stops, and keeps what was said.
    await pressKeys(call, '#2')
    await expect.poll(greeting, SOON).toMatchObject([{ name: 'Greeting 1 of 1003' }])
    call.hangUp()
    await pause(SAVED_MS)
    const caller = await desk.call('*991003')
    const [known] = await greeting()
    await expect
      .poll(() => freeswitch.events.api('show channels as json'), SOON)
      .toContain(`${known?.file_id}.wav`)
    expect(workshop.calls).toEqual([])
    caller.hangUp()

    const again = await settings('20')
    await expect.poll(greeting, SOON).toEqual([])
    again.hangUp()
  }, 200_000)
})

describe('a phone that dials 911', () => {
  test('triggers a mail at once', async () => {
    const { ids, desk, east } = office
    const address = await office.routeEmergencies('east')
    await query('update public.extensions set location = $1 where id = $2', ['Floor 2', ids['1001']])
    await expect
      .poll(
        async () => {
          const call = await desk.call('911')
          call.hangUp()
          return call.status
        },
        { ...SOON, interval: SAVED_MS },
      )
      .toBe(200)
    expect(east.calls.length).toBeGreaterThan(0)
    await expect
      .poll(() => mailsTo(address), SOON)
      .toContainEqual(
        expect.objectContaining({
          subject: expect.stringContaining('from extension 1001'),
          text: expect.stringContaining('Where: Floor 2'),
        }),
      )
  }, 120_000)
})
