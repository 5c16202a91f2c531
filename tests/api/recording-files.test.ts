import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../local/keys.ts'
import { testBackend } from '../../scripts/lib/test-app.ts'
import { appDatabase, ensureMember, twoTenants } from '../support/api-database.ts'
import { type DemoAccount, postApi } from '../support/api-session.ts'
import { mp3File, wavFile } from '../support/audio-files.ts'

const LARGEST = 10 * 1024 * 1024

let database: Pool
let tenant: string
let other: string
let tech: SupabaseClient
beforeAll(async () => {
  database = appDatabase()
  const [own, another] = await twoTenants(database)
  tenant = own?.tenant ?? ''
  other = another?.tenant ?? ''
  tech = await signedIn('tech')
  await ensureMember(database, 'powerless')
})
afterAll(() => database.end())

async function signedIn(account: DemoAccount): Promise<SupabaseClient> {
  const { url, anonKey } = testBackend()
  const client = createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { error } = await client.auth.signInWithPassword({
    email: `${account}@demo.test`,
    password: DEMO_PASSWORD,
  })
  if (error) throw error
  return client
}

const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0

describe('POST /api/tenants/{tenantId}/spoken-files', () => {
  const speak = (text: string) => postApi('tech', `/api/tenants/${tenant}/spoken-files`, { text })
  const hasVoice = ['espeak-ng', 'espeak'].some(isInstalled)

  test.runIf(hasVoice)('turns text into speech for a recording', async () => {
    const { status, body } = await speak('Thank you for calling. <break time="1s"/> -w /tmp/x')
    expect(status).toBe(200)
    const { fileId, durationMs } = body as { fileId: string; durationMs: number }
    expect(durationMs).toBeGreaterThan(1000)
    const made = { ...newRecording(fileId), spoken_text: 'Thank you for calling.' }
    expect((await tech.from('recordings').insert(made)).error).toBeNull()
    await tech.from('recordings').delete().eq('id', made.id)
  })

  test.runIf(hasVoice)('speaks only words, whatever the speech engine takes for commands', async () => {
    expect(await speak(`[[${'a'.repeat(1990)}]]`)).toMatchObject({ status: 200 })
    expect(await speak(`Hello \u0001999S [[[[${'[['.repeat(100)}`)).toMatchObject({ status: 200 })
  })

  test.runIf(hasVoice)('says that a text is too long to speak', async () => {
    expect(await speak(Array(1000).fill('9').join(' '))).toMatchObject({
      status: 422,
      body: { message: 'This takes too long to say. Shorten the text.' },
    })
  })

  test.runIf(!hasVoice)('says what to install if there is no speech engine', async () => {
    expect(await speak('Hello')).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('espeak-ng') },
    })
  })
})

const newPath = (ending = 'wav', owner = tenant) => `${owner}/${randomUUID()}.${ending}`
const upload = (path: string, bytes: Uint8Array<ArrayBuffer>, contentType = 'audio/wav') =>
  tech.storage.from('recordings').upload(path, bytes, { contentType })
const admit = (path: string, owner = tenant) =>
  postApi('tech', `/api/tenants/${owner}/recording-files`, { path })
const isStored = async (path: string) =>
  (await database.query('select 1 from storage.objects where name = $1', [path])).rows.length > 0

/** Uploads a second of audio and returns its path and the id that a recording refers to. */
async function admitted(owner = tenant): Promise<{ path: string; fileId: string }> {
  const path = newPath('wav', owner)
  await upload(path, wavFile({ seconds: 1 }))
  const { body } = await admit(path, owner)
  return { path, fileId: (body as { fileId: string }).fileId }
}

const newRecording = (fileId: string, owner = tenant) => {
  const name = `Greeting ${randomUUID().slice(0, 8)}`
  return {
    id: randomUUID(),
    tenant_id: owner,
    name,
    file: `${name.toLowerCase().replace(' ', '-')}.wav`,
    file_id: fileId,
  }
}

describe('POST /api/tenants/{tenantId}/recording-files', () => {
  test.each([
    ['WAV', 'wav', 'audio/wav', wavFile({ seconds: 2 }), 2000],
    ['MP3', 'mp3', 'audio/mpeg', mp3File({ frames: 77, tagBytes: 300 }), 2011],
  ])('measures what a %s file contains', async (_kind, ending, type, bytes, durationMs) => {
    const path = newPath(ending)
    expect((await upload(path, bytes, type)).error).toBeNull()
    expect(await admit(path)).toMatchObject({
      status: 200,
      body: { fileId: expect.any(String), format: ending, durationMs },
    })
    expect(await isStored(path)).toBe(true)
  })

  test('checks the content of a file, not its name', async () => {
    const path = newPath('wav')
    await upload(path, mp3File({ frames: 77 }))
    expect(await admit(path)).toMatchObject({ status: 200, body: { format: 'mp3' } })
  })

  test.each([
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
    ['a page', new TextEncoder().encode('<script>alert(1)</script>'.repeat(20))],
    ['silence without a length', wavFile({ seconds: 0 })],
    ['half a header', wavFile({ seconds: 1 }).slice(0, 20)],
    ['a program disguised as a WAV file', wavFile({ seconds: 1, encoding: 99 })],
  ])('rejects %s named as a WAV file, and removes it', async (_what, bytes) => {
    const path = newPath()
    expect((await upload(path, bytes)).error).toBeNull()
    expect(await admit(path)).toMatchObject({ status: 422, body: { message: expect.any(String) } })
    expect(await isStored(path)).toBe(false)
  })

  test('never receives more than 10 MB, because Storage rejects larger files', async () => {
    const path = newPath()
    const { error } = await upload(path, new Uint8Array(LARGEST + 1))
    expect(error).toMatchObject({ statusCode: '413' })
    expect(await admit(path)).toMatchObject({ status: 404 })
  })

  test('rejects but keeps another tenant’s file', async () => {
    const path = newPath('wav', other)
    await upload(path, new TextEncoder().encode('no sound at all'))
    expect(await admit(path)).toMatchObject({ status: 400 })
    expect(await isStored(path)).toBe(true)
  })
})

test('who may neither add nor change recordings has no file made of a text, and none admitted', async () => {
  await ensureMember(database, 'made-reader', ['tenants.view', 'telephony.view'])
  const path = newPath()
  await upload(path, wavFile({ seconds: 1 }))
  const files = async () =>
    (
      await database.query('select id from private.recording_files where tenant_id = $1 order by id', [
        tenant,
      ])
    ).rows
  const before = await files()
  for (const [route, body] of [
    ['spoken-files', { text: 'Welcome.' }],
    ['recording-files', { path }],
  ] as const)
    expect(await postApi('made-reader', `/api/tenants/${tenant}/${route}`, body), route).toMatchObject({
      status: 403,
    })
  expect(await files()).toEqual(before)
})

describe('a recording', () => {
  test('is served with range requests', async () => {
    const { path } = await admitted()
    const { data } = await tech.storage.from('recordings').createSignedUrl(path, 60)
    const part = (range: string) => fetch(data?.signedUrl ?? '', { headers: { range } })
    const whole = new Uint8Array(await (await fetch(data?.signedUrl ?? '')).arrayBuffer())
    const middle = await part('bytes=100-199')
    expect(middle.status).toBe(206)
    expect(middle.headers.get('content-range')).toBe(`bytes 100-199/${whole.length}`)
    expect(new Uint8Array(await middle.arrayBuffer())).toEqual(whole.slice(100, 200))
    const end = await part('bytes=-10')
    expect(end.status).toBe(206)
    expect(new Uint8Array(await end.arrayBuffer())).toEqual(whole.slice(-10))
    const beyond = await part(`bytes=${whole.length}-`)
    expect(beyond.status).toBe(416)
    expect(beyond.headers.get('content-range')).toBe(`bytes */${whole.length}`)
  })

  test('keeps its id with a new file', async () => {
    const [old, next] = [await admitted(), await admitted()]
    const row = newRecording(old.fileId)
    expect((await tech.from('recordings').insert(row)).error).toBeNull()
    await tech.from('recordings').update({ file_id: next.fileId, version: 2 }).eq('id', row.id).throwOnError()
    const { data } = await tech.from('recordings').select('path').eq('id', row.id).single()
    expect(data).toEqual({ path: next.path })
  })

  test('cannot play another tenant’s file', async () => {
    const theirs = await admitted(other)
    const { error } = await tech.from('recordings').insert(newRecording(theirs.fileId))
    expect(error).not.toBeNull()
    const own = newRecording((await admitted()).fileId)
    await tech.from('recordings').insert(own).throwOnError()
    const change = await tech.from('recordings').update({ file_id: theirs.fileId }).eq('id', own.id)
    expect(change.error).not.toBeNull()
    const { rows } = await database.query('select file_id from public.recordings where id = $1', [own.id])
    expect(rows).toEqual([{ file_id: own.file_id }])
  })

  test.each(['powerless', 'nomember'] as const)('cannot be played by the account "%s"', async (account) => {
    const { path } = await admitted()
    const stranger = (await signedIn(account)).storage.from('recordings')
    expect((await stranger.download(path)).error).not.toBeNull()
    expect((await stranger.createSignedUrl(path, 60)).error).not.toBeNull()
  })
})
