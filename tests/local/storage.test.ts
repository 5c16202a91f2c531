import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startStorage, type Storage } from './storage-fixture'

let storage: Storage
let ann: SupabaseClient
let ben: SupabaseClient
let annId: string
beforeAll(async () => {
  storage = await startStorage()
  ;({ client: ann, id: annId } = await storage.signedIn())
  ben = (await storage.signedIn()).client
})
afterAll(() => storage?.stop())

const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index % 251)
const files = (client: SupabaseClient) => client.storage.from('files')
let count = 0
/** A name of its own in Ann's folder. */
const newName = () => {
  count += 1
  return `${annId}/note ${count} ü.bin`
}

async function uploaded(): Promise<string> {
  const name = newName()
  const { error } = await files(ann).upload(name, bytes, { contentType: 'audio/wav' })
  expect(error).toBeNull()
  return name
}

function address(name: string, query = ''): string {
  return `${storage.url}/storage/v1/object/files/${encodeURI(name)}${query}`
}

async function get(name: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  const token = (await ann.auth.getSession()).data.session?.access_token
  return fetch(address(name), { method, headers: { authorization: `Bearer ${token}`, ...headers } })
}

describe('a stored file', () => {
  test('is read back byte for byte, whether sent raw or as a form', async () => {
    const raw = await uploaded()
    const form = newName()
    const sent = await files(ann).upload(form, new Blob([bytes], { type: 'audio/wav' }), {
      cacheControl: '60',
    })
    expect(sent.error).toBeNull()
    expect(sent.data).toMatchObject({ path: form, fullPath: `files/${form}` })
    for (const name of [raw, form]) {
      const { data } = await files(ann).download(name)
      expect(await data?.bytes()).toEqual(bytes)
      expect(data?.type).toBe('audio/wav')
    }
  })

  test('is overwritten by an update or upsert, but not by another upload', async () => {
    const name = await uploaded()
    const clash = await files(ann).upload(name, 'other', { contentType: 'audio/wav' })
    expect(clash.error).toMatchObject({ statusCode: '409', message: 'The resource already exists' })
    expect((await files(ann).update(name, 'second', { contentType: 'audio/wav' })).error).toBeNull()
    expect(await (await files(ann).download(name)).data?.text()).toBe('second')
    const upsert = await files(ann).upload(name, 'third', { contentType: 'audio/wav', upsert: true })
    expect(upsert.error).toBeNull()
    expect(await (await files(ann).download(name)).data?.text()).toBe('third')
    const missing = await files(ann).update(newName(), 'x', { contentType: 'audio/wav' })
    expect(missing.error).toMatchObject({ statusCode: '404' })
  })

  test('is deleted with its bytes', async () => {
    const name = await uploaded()
    const before = readdirSync(storage.folder).length
    const { data } = await files(ann).remove([name, `${annId}/nothing`])
    expect(data).toMatchObject([{ name }])
    expect(readdirSync(storage.folder)).toHaveLength(before - 1)
    expect((await files(ann).download(name)).error).toMatchObject({ statusCode: '404' })
  })
})

describe('a Storage client', () => {
  const refused = { message: 'new row violates row-level security policy', statusCode: '403' }

  test('without an account cannot store, read or delete', async () => {
    const visitor = files(storage.anonymous())
    const name = await uploaded()
    const sent = await visitor.upload(newName(), bytes, { contentType: 'audio/wav' })
    expect(sent.error).toMatchObject(refused)
    expect((await visitor.download(name)).error).toMatchObject({ statusCode: '404' })
    expect((await visitor.remove([name])).data).toEqual([])
    expect((await visitor.createSignedUrl(name, 60)).error).toMatchObject({ statusCode: '404' })
    expect((await files(ann).download(name)).error).toBeNull()
  })

  test('has exactly the rights in the policies', async () => {
    const name = await uploaded()
    const sent = await files(ben).upload(newName(), bytes, { contentType: 'audio/wav' })
    expect(sent.error).toMatchObject(refused)
    expect((await files(ben).download(name)).error).toMatchObject({ statusCode: '404' })
    expect((await files(ben).update(name, 'x', { contentType: 'audio/wav' })).error).not.toBeNull()
    expect((await files(ben).remove([name])).data).toEqual([])
    expect(await (await files(ann).download(name)).data?.bytes()).toEqual(bytes)
  })

  test('with a foreign or expired token is rejected', async () => {
    const name = await uploaded()
    for (const token of [
      await storage.tokenFor(annId, -10),
      await storage.tokenFor(annId, 60, 'another secret'),
    ]) {
      const response = await fetch(address(name), { headers: { authorization: `Bearer ${token}` } })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ statusCode: '403', error: 'Unauthorized' })
    }
  })

  test('with the service key bypasses the policies', async () => {
    const name = await uploaded()
    expect((await files(storage.admin).download(name)).error).toBeNull()
  })

  test('leaves no bytes behind when rejected', async () => {
    const before = readdirSync(storage.folder).length
    await files(storage.anonymous()).upload(newName(), new Uint8Array(3_000_000), {
      contentType: 'audio/wav',
    })
    await files(ann).upload(newName(), new Uint8Array(3_000_000), { contentType: 'audio/wav' })
    expect(readdirSync(storage.folder)).toHaveLength(before)
  })
})

describe('a storage bucket', () => {
  test('rejects uploads and downloads if it does not exist', async () => {
    const { error } = await ann.storage.from('nowhere').upload('x', bytes)
    expect(error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
  })

  test('enforces its size limit and media types', async () => {
    const [large, exact] = [new Uint8Array(20_001), new Uint8Array(20_000)]
    for (const body of [large, new Blob([large], { type: 'audio/wav' })]) {
      const { error } = await files(ann).upload(newName(), body, { contentType: 'audio/wav' })
      expect(error).toMatchObject({ statusCode: '413' })
    }
    expect((await files(ann).upload(newName(), exact, { contentType: 'audio/wav' })).error).toBeNull()
    for (const contentType of ['text/html', 'image/png', '']) {
      const { error } = await files(ann).upload(newName(), bytes, { contentType })
      expect(error).toMatchObject({ statusCode: '415' })
    }
  })
})

describe('a download', () => {
  test.each([
    ['bytes=0-9', 0, 9],
    ['bytes=990-', 990, 999],
    ['bytes=-5', 995, 999],
    ['bytes=900-5000', 900, 999],
  ])('of the range %s returns exactly those bytes', async (range, start, end) => {
    const response = await get(await uploaded(), { range })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/1000`)
    expect(await response.bytes()).toEqual(bytes.subarray(start, end + 1))
  })

  test('past the end is rejected, and an unknown range unit is ignored', async () => {
    const name = await uploaded()
    const beyond = await get(name, { range: 'bytes=1000-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */1000'])
    for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=9-3', 'bytes=-']) {
      expect((await get(name, { range })).status).toBe(200)
    }
  })

  test('supports ranges and ETags, and disables content sniffing', async () => {
    const name = await uploaded()
    const head = await get(name, {}, 'HEAD')
    expect(Object.fromEntries(head.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': '1000',
      'content-type': 'audio/wav',
      'x-content-type-options': 'nosniff',
    })
    expect(await head.text()).toBe('')
    const etag = head.headers.get('etag') ?? ''
    expect((await get(name, { 'if-none-match': etag })).status).toBe(304)
    expect((await get(name, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
    expect((await get(name, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200)
  })
})

describe('a signed URL', () => {
  test('works without a key until it expires, including ranges', async () => {
    const name = await uploaded()
    const { data } = await files(ann).createSignedUrl(name, 10, { download: 'tone 1.wav' })
    const url = data?.signedUrl ?? ''
    const part = await fetch(url, { headers: { range: 'bytes=0-9' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''tone%201.wav")
    expect(await (await fetch(url)).bytes()).toEqual(bytes)
    await vi.waitFor(async () => expect((await fetch(url)).status).toBe(400))
  })

  test('saves the file under the name asked for, whatever characters it has', async () => {
    const { data } = await files(ann).createSignedUrl(await uploaded(), 60)
    const saved = encodeURIComponent('AT&T 100% (1) ü+.wav')
    const { headers } = await fetch(`${data?.signedUrl}&download=${saved}`)
    const [, name = ''] = headers.get('content-disposition')?.split("filename*=UTF-8''") ?? []
    expect(decodeURIComponent(name)).toBe('AT&T 100% (1) ü+.wav')
  })

  test('holds five minutes at most, however long is asked for', async () => {
    const { data } = await files(ann).createSignedUrl(await uploaded(), 31_536_000)
    const { exp = 0, iat = 0 } = decodeJwt(new URL(data?.signedUrl ?? '').searchParams.get('token') ?? '')
    expect(exp - iat).toBe(300)
  })

  test('is valid for one file, and not as an access token', async () => {
    const [name, other] = [await uploaded(), await uploaded()]
    const { data } = await files(ann).createSignedUrl(name, 60)
    const token = new URL(data?.signedUrl ?? '').searchParams.get('token') ?? ''
    const signed = (path: string) => address(path, `?token=${token}`).replace('/object/', '/object/sign/')
    expect((await fetch(signed(name))).status).toBe(200)
    expect((await fetch(signed(other))).status).toBe(400)
    const asBearer = await fetch(address(name), { headers: { authorization: `Bearer ${token}` } })
    expect(asBearer.status).toBe(400)
    const access = (await ann.auth.getSession()).data.session?.access_token
    const asToken = await fetch(signed(name).replace(/token=.*/, `token=${access}`))
    expect(asToken.status).toBe(400)
  })
})

describe('the file name', () => {
  test.each([
    '../secrets.json',
    '..%2f..%2fsecrets.json',
    '%2e%2e/%2e%2e/secrets.json',
    'a//b',
    'a%5c..%5cb',
    'a%00b',
  ])('%s reaches nothing outside its bucket', async (name) => {
    for (const method of ['GET', 'PUT', 'POST']) {
      const response = await fetch(`${storage.url}/storage/v1/object/files/${name}`, {
        method,
        headers: { authorization: `Bearer ${storage.serviceKey}`, 'content-type': 'audio/wav' },
        ...(method !== 'GET' && { body: 'x' }),
      })
      expect([400, 404]).toContain(response.status)
      expect(await response.text()).not.toContain('databasePassword')
    }
  })
})

test('no file or bucket has a NUL in its name', async () => {
  const headers = { authorization: `Bearer ${storage.serviceKey}`, 'content-type': 'application/json' }
  const ask = async (path: string, method: string, body?: unknown) => {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    return (await fetch(`${storage.url}/storage/v1/object/${path}`, { method, headers, body: sent })).json()
  }
  for (const path of ['files/a%00b', 'fi%00les/a']) {
    for (const [method, body] of [['GET'], ['DELETE'], ['POST', {}], ['PUT', {}]] as const) {
      expect(await ask(path, method, body), `${method} ${path}`).toMatchObject({ statusCode: '404' })
    }
    expect(await ask(`sign/${path}`, 'POST', { expiresIn: 60 })).toMatchObject({ statusCode: '404' })
  }
  const name = await uploaded()
  expect(await ask('files', 'DELETE', { prefixes: ['a\0b', name] })).toMatchObject([{ name }])
})

test('bytes of an unfinished upload are deleted at the next start', async () => {
  const name = await uploaded()
  const stray = storage.strayFile()
  await storage.restart()
  expect(readdirSync(storage.folder)).not.toContain(stray)
  expect(readdirSync(join(storage.folder)).length).toBeGreaterThan(0)
  expect((await files(storage.admin).download(name)).error).toBeNull()
})
