import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { TEST_APP } from '@/scripts/lib/test-app'
import { wavFile } from '../support/audio-files'
import { callerOf } from '../support/clients'
import { query } from '../support/database'
import { newConferenceRoom } from '../support/factories/call-groups'
import { type Given, insertRow } from '../support/factories/row'
import type { PlacedCall } from '../support/switch/phone'
import { CALLER, SAVED_MS } from '../support/switch/test-pbx'
import { openAttendedOffice } from '../support/switch/test-pbx-agent'
import { keepSecret, vaultOf } from '../support/vault'

const { office } = await openAttendedOffice()
const { freeswitch, tenant, desk, lobby, workshop, east, did, number } = office
// Without its prompt the switch does not wait for a PIN.
const prompts = join(freeswitch.folder, 'sounds/ivr')
mkdirSync(prompts)
writeFileSync(join(prompts, 'ivr-please_enter_pin_followed_by_pound.wav'), wavFile({ seconds: 1 }))
await office.signIn()
afterEach(office.rest)

const LONG = { timeout: 20_000 }
const recordings = () => join(freeswitch.folder, 'storage/trunkline-calls', tenant.id)

interface Conference {
  wait_mod?: boolean
  members: { type: string; uuid: string; caller_id_number: string; flags: { is_moderator: boolean } }[]
}

/** The switch's conference for a room; undefined if there is none. */
async function conference(room: string): Promise<Conference | undefined> {
  const said = await freeswitch.events.api(`conference ${room}@${tenant.domain} json_list`)
  return said.startsWith('[') ? (JSON.parse(said) as Conference[])[0] : undefined
}
/** Without what records it. */
const membersOf = async (room: string) =>
  ((await conference(room))?.members ?? []).filter(({ type }) => type === 'caller')
const inRoom = (room: string, members: number) =>
  expect.poll(async () => (await membersOf(room)).length, LONG).toBe(members)

async function room(given: Given<'conference_rooms'>, pins: Record<string, string> = {}) {
  const { id } = await insertRow(
    'conference_rooms',
    await newConferenceRoom({ tenant_id: tenant.id, ...given }),
  )
  for (const [field, pin] of Object.entries(pins)) {
    await keepSecret(tenant.id, 'conference_rooms', { owner: id, field }, pin, vaultOf(TEST_APP.dataDir))
  }
  return id
}

/** Enters a PIN as soon as it is asked for. */
async function enter(call: PlacedCall, pin: string) {
  const asking = async () => {
    const said = JSON.parse(await freeswitch.events.api('show channels as json')) as {
      rows?: { application: string }[]
    }
    return (said.rows ?? []).filter(({ application }) => application === 'play_and_get_digits').length
  }
  await expect.poll(asking, LONG).toBeGreaterThan(0)
  for (const digit of `${pin}#`) call.press(digit)
}

describe('a conference room on a FreeSWITCH', () => {
  test('admits phones and outside callers up to its maximum', async () => {
    const id = await room({ number: '3500', max_members: 3 })
    await number(1, id)
    await pause(SAVED_MS)
    expect((await desk.call('3500')).status).toBe(200)
    expect((await lobby.call('3500')).status).toBe(200)
    expect((await east.call(did(1), CALLER)).status).toBe(200)
    await inRoom('3500', 3)
    const { client } = await callerOf('tech')
    const live = async () =>
      (await client.rpc('live_calls_since', { tenant: tenant.id, since: 0 }).throwOnError()).data
    const there = { state: 'conference', other_number: '3500', other_name: 'Board' }
    await expect.poll(live, LONG).toMatchObject({ calls: [there, there, there] })
    expect((await workshop.call('3500')).status).toBe(486)
    await office.expectPath(/joins the others in 3500 Board/)
  })

  test('admits callers by PIN and waits for a moderator', async () => {
    await room({ number: '3501', waits_for_moderator: true }, { pin: '7306', moderator_pin: '918273' })
    await pause(SAVED_MS)
    const guessing = await workshop.call('3501')
    for (const wrong of ['1', '2', '3']) {
      await enter(guessing, wrong)
      await pause(SAVED_MS)
    }
    await guessing.ended
    expect(await conference('3501')).toBeUndefined()

    await enter(await desk.call('3501'), '7306')
    await inRoom('3501', 1)
    expect(await conference('3501')).toMatchObject({ wait_mod: true })
    await enter(await lobby.call('3501'), '918273')
    await inRoom('3501', 2)
    expect((await conference('3501'))?.wait_mod ?? false).toBe(false)
    const moderators = (await membersOf('3501')).filter(({ flags }) => flags.is_moderator)
    expect(moderators.map(({ caller_id_number }) => caller_id_number)).toEqual(['1002'])
  })

  test('is recorded once, with the first call’s record, and can be played in the page', async () => {
    await room({ number: '3502', record: true })
    await pause(SAVED_MS)
    const first = await desk.call('3502')
    await inRoom('3502', 1)
    const [{ uuid } = { uuid: '' }] = await membersOf('3502')
    const file = `${recordings()}/${uuid}.wav`
    // Of two callers who join before it starts, mod_conference takes the later one.
    await expect.poll(() => existsSync(file), LONG).toBe(true)
    const second = await lobby.call('3502')
    await inRoom('3502', 2)
    first.hangUp()
    second.hangUp()
    const kept = () =>
      query<{ call_uuid: string; recording_path: string | null }>(
        `select call_uuid, recording_path from public.cdr
         where tenant_id = $1 and to_number = '3502' and recording_path is not null`,
        [tenant.id],
      )
    await expect.poll(kept, LONG).toEqual([{ call_uuid: uuid, recording_path: file }])
    const delivered = () =>
      query<{ id: string; path: string; duration_ms: number }>(
        'select id, path, duration_ms from public.call_recordings where tenant_id = $1',
        [tenant.id],
      )
    await expect
      .poll(delivered, { timeout: 120_000 })
      .toMatchObject([{ path: expect.stringContaining(uuid) }])
    await expect.poll(() => readdirSync(recordings()), LONG).toEqual([])
    const [recording] = await delivered()
    const { client } = await callerOf('tech')
    const download = () => client.storage.from('call-recordings').download(recording?.path ?? '')
    expect((await download()).data).toBeNull()
    await client
      .rpc('audit_recording_playback', { call: recording?.id ?? '', tenant: tenant.id })
      .throwOnError()
    expect((await download()).data?.size).toBeGreaterThan(1000)
  }, 300_000)

  test('announces callers by the names they record, which are removed after the call', async () => {
    await room({ number: '3503', announces: 'name' })
    await pause(SAVED_MS)
    const names = () =>
      readdirSync(join(freeswitch.folder, 'temp')).filter((name) => name.startsWith('trunkline-name-'))
    const call = await desk.call('3503')
    await call.speak(1)
    await inRoom('3503', 1)
    const [{ uuid } = { uuid: '' }] = await membersOf('3503')
    expect(names()).toEqual([`trunkline-name-${uuid}.wav`])
    expect(await freeswitch.events.api(`uuid_getvar ${uuid} conference_enter_sound`)).toContain(
      `${uuid}.wav!conference/conf-has_joined.wav`,
    )
    call.hangUp()
    await expect.poll(names, LONG).toEqual([])
  })
})
