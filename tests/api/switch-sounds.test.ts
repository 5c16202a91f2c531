import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectAudio } from '../../lib/recordings/inspect.ts'
import { MEDIA_TYPES } from '../../lib/recordings/object-path.ts'
import type { Database } from '../../lib/supabase/database.types.ts'
import { soundUrl, uploadUntil } from '../../lib/switch/sound-url.ts'
import { DEMO_PASSWORD } from '../../local/keys.ts'
import { testBackend } from '../../scripts/lib/test-app.ts'
import { appDatabase } from '../support/api-database.ts'
import { APP_URL, postApi } from '../support/api-session.ts'
import { type MadeSwitch, newSwitch } from '../support/api-switch.ts'
import { mp3File, wavFile } from '../support/audio-files.ts'

const database = appDatabase()
/** A second of 440 Hz. */
const TONE = readFileSync('tests/support/tone.mp3')
const digestOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
let own: MadeSwitch
let phone: { id: string; tenant: string; extension: string }

beforeAll(async () => {
  own = await newSwitch(database)
  const { rows } = await database.query<typeof phone>(
    `select e.id, e.extension, t.id as tenant from public.extensions e join public.tenants t on t.id = e.tenant_id
     where t.domain = 'granite-peak-outfitters.pbx.example' and e.enabled and not e.suspended order by e.extension limit 1`,
  )
  if (!rows[0]) throw new Error('The demo data has no such extension.')
  phone = rows[0]
})
afterAll(() => database.end())

const addressOf = ({ name, secret }: MadeSwitch, sound: Parameters<typeof soundUrl>[2]) =>
  soundUrl(APP_URL, { name, digest: digestOf(secret) }, sound)
const put = (address: string, body: BodyInit) => fetch(address, { method: 'PUT', body })
const recording = (until = uploadUntil(Date.now())) =>
  ({ does: 'record', tenantId: phone.tenant, extensionId: phone.id, until }) as const

async function recorded(): Promise<{ id: string; file_id: string; name: string }> {
  const answer = await put(`${addressOf(own, recording())}?put_file=x`, wavFile({ seconds: 2 }))
  expect(answer.status).toBe(200)
  const { recording: id } = (await answer.json()) as { recording: string }
  const { rows } = await database.query('select id, file_id, name from public.recordings where id = $1', [id])
  return rows[0]
}

describe('the audio files of a switch', () => {
  test('are stored as recordings of the extension’s tenant, and served unchanged', async () => {
    const { file_id: fileId, name } = await recorded()
    expect(name).toContain(`Recorded by ${phone.extension}`)
    const address = addressOf(own, { does: 'hear', fileId })
    const head = await fetch(address, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'audio/wav'])
    const heard = await fetch(address)
    expect(heard.headers.get('cache-control')).toContain('immutable')
    expect(heard.headers.get('content-length')).toBe(String(wavFile({ seconds: 2 }).length))
    expect(Buffer.from(await heard.arrayBuffer()).equals(Buffer.from(wavFile({ seconds: 2 })))).toBe(true)
  })

  test.each([
    ['MP3', TONE, 'mp3'],
    ['MP3 named .wav', TONE, 'wav'],
    ['WAV named .mp3', wavFile({ seconds: 1 }), 'mp3'],
  ] as const)('are served as WAV if they were uploaded as %s', async (_as, content, ending) => {
    const { url, anonKey } = testBackend()
    const tech = createClient<Database>(url, anonKey, { auth: { persistSession: false } })
    await tech.auth.signInWithPassword({ email: 'tech@demo.test', password: DEMO_PASSWORD })
    const path = `${phone.tenant}/${randomUUID()}.${ending}`
    await tech.storage.from('recordings').upload(path, content, { contentType: MEDIA_TYPES[ending] })
    const admitted = await postApi('tech', `/api/tenants/${phone.tenant}/recording-files`, { path })
    const { fileId } = admitted.body as { fileId: string }
    const made = {
      id: randomUUID(),
      tenant_id: phone.tenant,
      name: `Tone ${fileId}`,
      file: `tone-${fileId}.${ending}`,
      file_id: fileId,
    }
    expect((await tech.from('recordings').insert(made as never)).error).toBeNull()

    const answer = await fetch(addressOf(own, { does: 'hear', fileId }))
    expect(answer.headers.get('content-type')).toBe('audio/wav')
    const { format, durationMs } = inspectAudio(Buffer.from(await answer.arrayBuffer()))
    expect(format).toBe('wav')
    expect(Math.abs(durationMs - 1000)).toBeLessThan(100)
    await tech.from('recordings').delete().eq('id', made.id)
  })

  test('become the greeting of the extension’s mailbox, each replacing the previous one', async () => {
    const greet = async (seconds: number) => {
      const answer = await put(addressOf(own, { ...recording(), greeting: 1 }), wavFile({ seconds }))
      const { rows } = await database.query<{ id: string; name: string; duration_ms: number }>(
        `select r.id, r.name, r.duration_ms from public.extensions e join public.recordings r on r.id = e.greeting_recording_id
         where e.id = $1`,
        [phone.id],
      )
      expect(await answer.json()).toEqual({ recording: rows[0]?.id })
      return rows[0]
    }
    const first = await greet(2)
    expect(first).toMatchObject({ name: `Greeting 1 of ${phone.extension}`, duration_ms: 2000 })
    expect(await greet(3)).toEqual({ ...first, duration_ms: 3000 })
    await database.query('update public.extensions set greeting_recording_id = null where id = $1', [
      phone.id,
    ])
  })

  test('are served only to switches with a valid secret that serve the tenant', async () => {
    const { file_id: fileId } = await recorded()
    const sound = { does: 'hear', fileId } as const
    const foreign = await newSwitch(database, [])
    const revoked = await newSwitch(database)
    await database.query('delete from private.switch_secrets where switch_id = $1', [revoked.id])
    const wrong = soundUrl(APP_URL, { name: own.name, digest: digestOf('wrong') }, sound)
    const borrowed = addressOf(own, recording()).replace(/[^/]+$/, `${fileId}.wav`)
    for (const address of [addressOf(foreign, sound), addressOf(revoked, sound), wrong, borrowed]) {
      expect((await fetch(address)).status).toBe(404)
    }
    expect((await put(addressOf(foreign, recording()), wavFile({ seconds: 1 }))).status).toBe(404)
  })

  test.each([
    ['not audio', '<script>alert(1)</script>'],
    ['MP3', mp3File({ frames: 40 })],
  ])('are rejected with 422 if they are %s', async (_what, body) => {
    expect((await put(addressOf(own, recording()), body)).status).toBe(422)
  })

  test('can be uploaded to an address for an hour, which nobody can extend', async () => {
    const now = Math.floor(Date.now() / 1000)
    const expired = addressOf(own, recording(now - 1))
    expect(recording().until - now).toBeLessThanOrEqual(3600)
    for (const address of [expired, expired.replace(String(now - 1), String(now + 60))])
      expect((await put(address, wavFile({ seconds: 1 }))).status).toBe(404)
  })

  test('are not found for an unknown extension or an invalid address', async () => {
    const nobody = { ...recording(), extensionId: randomUUID() }
    expect((await put(addressOf(own, nobody), wavFile({ seconds: 1 }))).status).toBe(404)
    expect((await fetch(`${APP_URL}/api/switch/sounds/a/b/c.wav`)).status).toBe(404)
    expect((await fetch(addressOf(own, recording()))).status).toBe(405)
  })
})
