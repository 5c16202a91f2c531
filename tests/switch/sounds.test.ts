import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { mp3File } from '../support/audio-files'
import { serviceClient } from '../support/clients'
import { query } from '../support/database'
import { newAgent, newQueue, newTier } from '../support/factories/call-groups'
import { newRecording } from '../support/factories/recordings'
import { insertRow, newId } from '../support/factories/row'
import { FETCHES_SOUNDS } from '../support/switch/freeswitch'
import { CALLER, openOffice, SAVED_MS } from '../support/switch/test-pbx'

const LONG = { timeout: 20_000 }

const office = await openOffice()
await office.signIn()
afterEach(office.rest)

/** A recording of the office whose MP3 file is in Storage, checked as after an upload. */
async function recorded(bytes: Uint8Array<ArrayBuffer>, durationMs: number) {
  const service = serviceClient()
  const path = `${office.tenant.id}/${newId()}.mp3`
  const sent = await service.storage.from('recordings').upload(path, bytes, { contentType: 'audio/mpeg' })
  expect(sent.error).toBeNull()
  const { data: file_id } = await service
    .rpc('register_recording_file', {
      tenant: office.tenant.id,
      object_path: path,
      format: 'mp3',
      duration_ms: durationMs,
      size_bytes: bytes.length,
      peaks: [50],
    })
    .throwOnError()
  return insertRow('recordings', await newRecording({ tenant_id: office.tenant.id, file_id }))
}

interface Channel {
  uuid: string
  application: string
  application_data: string
}

/** The channel that executes an application with such data, once there is one. */
async function channelIn(application: string, data: string): Promise<Channel> {
  return vi.waitUntil(
    async () => {
      const said = await office.freeswitch.events.api('show channels as json')
      const { rows = [] } = JSON.parse(said) as { rows?: Channel[] }
      return rows.find((row) => row.application === application && row.application_data.includes(data))
    },
    { ...LONG, interval: 50 },
  )
}

/** How many packets of sound a channel has sent so far. */
async function heard(uuid: string): Promise<number> {
  const { events } = office.freeswitch
  await events.api(`uuid_set_media_stats ${uuid}`)
  return Number(await events.api(`uuid_getvar ${uuid} rtp_audio_out_media_packet_count`))
}

const soundsCached = () => {
  const storage = join(office.freeswitch.folder, 'storage')
  return readdirSync(storage, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.wav'))
    .map((name) => readFileSync(join(storage, name)))
}

describe.runIf(FETCHES_SOUNDS)('a recording', () => {
  test('that was uploaded as MP3 is fetched by the switch as WAV, and callers hear it', async () => {
    const recording = await recorded(mp3File({ frames: 400 }), 10_449)
    await office.number(1, recording.id)
    await pause(SAVED_MS)
    const call = await office.east.call(office.did(1), CALLER)
    expect(call.status).toBe(200)
    const { uuid } = await channelIn('playback', recording.file_id)
    await expect.poll(() => heard(uuid), LONG).toBeGreaterThan(100)
    const sounds = soundsCached()
    expect(sounds.length).toBeGreaterThan(0)
    for (const sound of sounds) expect(sound.subarray(0, 4).toString()).toBe('RIFF')
    call.hangUp()
  }, 120_000)
})

describe.runIf(FETCHES_SOUNDS)('a call on hold', () => {
  const music: Record<string, string> = {}
  beforeAll(async () => {
    const { tenant, ids } = office
    for (const name of ['tenant', '1001', '1002']) {
      const { id, file_id } = await recorded(mp3File({ frames: 400 }), 10_449)
      music[name] = file_id
      if (name === 'tenant')
        await insertRow('tenant_settings', {
          id: tenant.id,
          tenant_id: tenant.id,
          hold_music_recording_id: id,
        })
      else
        await query('update public.extensions set hold_music_recording_id = $1 where id = $2', [
          id,
          ids[name],
        ])
    }
    await pause(SAVED_MS)
  }, 120_000)

  test('hears the music of the extension that was called and holds it', async () => {
    expect((await office.desk.call('1002')).status).toBe(200)
    await office.lobby.hold()
    await channelIn('playback', music['1002'] ?? '')
  }, 60_000)

  test('hears the music of the extension that has called and holds it', async () => {
    const call = await office.desk.call('1002')
    await call.hold()
    await channelIn('playback', music['1001'] ?? '')
  }, 60_000)

  test('hears the music of the queue whose agent holds it', async () => {
    const { tenant, ids, number, east, lobby, did } = office
    const of = { tenant_id: tenant.id }
    const { id, file_id } = await recorded(mp3File({ frames: 400 }), 10_449)
    const queue = await insertRow(
      'call_center_queues',
      await newQueue({ ...of, number: '8000', hold_music_recording_id: id }),
    )
    const agent = await insertRow(
      'call_center_agents',
      await newAgent({ ...of, extension_id: ids['1002'], status: 'Available' }),
    )
    await insertRow('call_center_tiers', await newTier({ ...of, queue_id: queue.id, agent_id: agent.id }))
    await number(4, queue.id)
    await pause(SAVED_MS)
    expect((await east.call(did(4), CALLER)).status).toBe(200)
    await expect.poll(() => lobby.calls, LONG).toHaveLength(1)
    await pause(SAVED_MS)
    await lobby.hold()
    await channelIn('playback', file_id)
  }, 60_000)

  test('hears the music of the caller who holds the queue’s agent', async () => {
    const call = await office.desk.call('8000')
    await expect.poll(() => office.lobby.calls, LONG).toHaveLength(1)
    await pause(SAVED_MS)
    await call.hold()
    await channelIn('playback', music['1001'] ?? '')
  }, 60_000)

  test('hears the tenant’s music if the extension has none', async () => {
    expect((await office.lobby.call('1003')).status).toBe(200)
    await office.workshop.hold()
    await channelIn('playback', music.tenant ?? '')
  }, 60_000)
})

describe.runIf(FETCHES_SOUNDS)('the greeting of a mailbox', () => {
  const entered: Readonly<Record<string, string>>[] = []
  beforeAll(async () => {
    const greeting = await recorded(mp3File({ frames: 1200 }), 31_347)
    await query('update public.extensions set greeting_recording_id = $1 where id = $2', [
      greeting.id,
      office.ids['1002'],
    ])
    const { events } = office.freeswitch
    events.onEvent((event) => event.Application === 'voicemail' && entered.push(event))
    await events.command('event json CHANNEL_EXECUTE')
    await pause(SAVED_MS)
  }, 120_000)

  test.each([
    ['0', 'goes on with the switch’s own, in which 0 signs the owner in', 'false'],
    ['#', 'is skipped', 'true'],
  ])(
    'in which %s is pressed %s',
    async (key, _, skipsGreeting) => {
      entered.length = 0
      const call = await office.desk.call('*991002')
      const { uuid } = await channelIn('playback', '/api/switch/sounds/')
      await expect.poll(() => heard(uuid), LONG).toBeGreaterThan(50)
      expect(entered).toEqual([])
      call.press(key)
      await expect
        .poll(() => entered, LONG)
        .toMatchObject([{ variable_playback_terminator_used: key, variable_skip_greeting: skipsGreeting }])
      call.hangUp()
    },
    120_000,
  )
})
