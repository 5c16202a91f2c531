import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { mp3File, wavFile } from '../support/audio-files'
import { serviceClient } from '../support/clients'
import { query } from '../support/database'
import { newAgent, newParkLot, newQueue, newTier } from '../support/factories/call-groups'
import { newRecording } from '../support/factories/recordings'
import { newIvrMenu, newIvrMenuOption } from '../support/factories/routing'
import { insertRow, newId } from '../support/factories/row'
import { FETCHES_SOUNDS } from '../support/switch/freeswitch'
import { listen, tonesIn } from '../support/switch/heard'
import { CALLER, openOffice, SAVED_MS } from '../support/switch/test-pbx'

const LONG = { timeout: 20_000 }

const office = await openOffice()
await office.signIn()
afterEach(office.rest)

/** A recording of the office whose file is in Storage, checked as after an upload. */
async function recorded(bytes: Uint8Array<ArrayBuffer>, durationMs: number, format: 'mp3' | 'wav' = 'mp3') {
  const service = serviceClient()
  const path = `${office.tenant.id}/${newId()}.${format}`
  const contentType = { mp3: 'audio/mpeg', wav: 'audio/wav' }[format]
  const sent = await service.storage.from('recordings').upload(path, bytes, { contentType })
  expect(sent.error).toBeNull()
  const { data: file_id } = await service
    .rpc('register_recording_file', {
      tenant: office.tenant.id,
      object_path: path,
      format,
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

describe.runIf(FETCHES_SOUNDS)('the announcement of a queue', () => {
  const { tenant, desk, lobby, ids } = office
  const of = { tenant_id: tenant.id }
  const [ANNOUNCEMENT, AFTER] = [440, 1000]
  const hears = (meanwhile: () => Promise<unknown>) => async () =>
    tonesIn(await listen(desk, meanwhile), [ANNOUNCEMENT, AFTER])
  const listens = hears(() => pause(500))
  const tone = (pitch: number) => recorded(wavFile({ seconds: 25, pitch }), 25_000, 'wav')
  const announced = async (given: Parameters<typeof newQueue>[0]) =>
    insertRow(
      'call_center_queues',
      await newQueue({ ...of, announce_interval: 5, max_wait_time_with_no_agent: 0, ...given }),
    )
  let announce_recording_id: string

  beforeAll(async () => {
    announce_recording_id = (await tone(ANNOUNCEMENT)).id
  })

  test('ends as an agent answers, who hears the caller', async () => {
    const queue = await announced({ number: '8201', announce_recording_id })
    const agent = { ...of, extension_id: ids['1001'], status: 'Available', call_timeout: 60 }
    const { id } = await insertRow('call_center_agents', await newAgent(agent))
    await insertRow('call_center_tiers', await newTier({ ...of, queue_id: queue.id, agent_id: id }))
    await pause(SAVED_MS)
    desk.manner = 'rings'
    const call = await lobby.call('8201')
    await expect.poll(listens, LONG).toEqual([ANNOUNCEMENT])
    desk.pickUp()
    await expect.poll(listens, { timeout: 10_000 }).toEqual([])
    expect(await hears(() => call.speak(2))()).toEqual([AFTER])
  }, 60_000)

  test('ends with the maximum wait', async () => {
    const timeout = await tone(AFTER)
    await announced({
      number: '8202',
      announce_recording_id,
      max_wait_time: 6,
      timeout_destination_id: timeout.id,
    })
    await pause(SAVED_MS)
    expect((await lobby.call('8202')).status).toBe(200)
    await expect.poll(listens, LONG).toEqual([ANNOUNCEMENT])
    await expect.poll(listens, { timeout: 10_000 }).toEqual([AFTER])
  }, 60_000)
})

describe.runIf(FETCHES_SOUNDS)('where a sound cannot be fetched,', () => {
  const { tenant, desk, lobby, east, ids, did, number } = office
  const of = { tenant_id: tenant.id }
  /** A recording that Storage does not have. */
  const missing = async () => (await insertRow('recordings', await newRecording(of))).id

  test('a menu takes what its caller presses', async () => {
    const menu = await insertRow(
      'ivr_menus',
      await newIvrMenu({ ...of, number: '7001', greet_long_recording_id: await missing() }),
    )
    await insertRow(
      'ivr_menu_options',
      await newIvrMenuOption({ ...of, ivr_menu_id: menu.id, digits: '1', destination_id: ids['1002'] }),
    )
    await pause(SAVED_MS)
    const call = await desk.call('7001')
    await pause(1500)
    call.press('1')
    await expect.poll(() => lobby.calls, LONG).toHaveLength(1)
  }, 60_000)

  test('a parked call returns to who parked it', async () => {
    await insertRow(
      'park_lots',
      await newParkLot({ ...of, timeout: 10, hold_music_recording_id: await missing() }),
    )
    await number(2, ids['1001'])
    await pause(SAVED_MS)
    expect((await east.call(did(2), CALLER)).status).toBe(200)
    await desk.transfer('5900')
    await expect.poll(() => desk.calls, { timeout: 30_000 }).toHaveLength(2)
  }, 60_000)
})
