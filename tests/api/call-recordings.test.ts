import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { TEST_APP } from '../../scripts/lib/test-app.ts'
import { callApi, postApi } from '../support/api-session.ts'
import { wavFile } from '../support/audio-files.ts'
import { switchRecord } from '../support/switch-record.ts'

const DOMAIN = 'harbor-lane-dental.pbx.example'
const authorization = `Bearer ${TEST_APP.cdrIngestSecret}`
const message = { message: expect.stringMatching(/.+/) }

const deliver = (address: string, body: BodyInit, headers: Record<string, string> = { authorization }) =>
  callApi(null, `/api/cdr/recordings/${address}`, { method: 'PUT', headers, body })

describe('PUT /api/cdr/recordings/{call}', () => {
  test('accepts the audio of a known call, even repeatedly', async () => {
    const uuid = randomUUID()
    const record = JSON.stringify(switchRecord({ uuid }))
    await callApi(null, '/api/cdr', { method: 'POST', headers: { authorization }, body: record })
    for (const seconds of [2, 3]) {
      expect(await deliver(`${uuid}.wav`, wavFile({ seconds }))).toMatchObject({
        status: 200,
        body: { format: 'wav', durationMs: seconds * 1000 },
      })
    }
  })

  test('accepts audio that arrives before the CDR when the domain names the tenant', async () => {
    const uuid = randomUUID()
    expect(await deliver(uuid, wavFile({ seconds: 1 }))).toMatchObject({ status: 404, body: message })
    expect(await deliver(`${uuid}?domain=nobody.example`, wavFile({ seconds: 1 }))).toMatchObject({
      status: 404,
    })
    expect(await deliver(`${uuid}?domain=${DOMAIN.toUpperCase()}`, wavFile({ seconds: 1 }))).toMatchObject({
      status: 200,
    })
  })

  test.each([
    ['nothing', ''],
    ['a page', '<script>alert(1)</script>'],
    [
      'a picture',
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 73, 72, 68, 82]),
    ],
  ])('refuses %s with 422', async (_, body) =>
    expect(await deliver(`${randomUUID()}.wav?domain=${DOMAIN}`, body)).toMatchObject({
      status: 422,
      body: message,
    }),
  )

  test('refuses more than 64 MiB with 413', async () => {
    const body = new Uint8Array(64 * 1024 * 1024 + 1)
    expect(await deliver(`${randomUUID()}?domain=${DOMAIN}`, body)).toMatchObject({ status: 413 })
  })

  test.each<Record<string, string>>([{}, { authorization: 'Bearer wrong' }])(
    'refuses %j with 401',
    async (headers) =>
      expect(await deliver(`${randomUUID()}?domain=${DOMAIN}`, 'x', headers)).toMatchObject({ status: 401 }),
  )

  test('refuses other methods with 405', async () => {
    const address = `/api/cdr/recordings/${randomUUID()}`
    const refused = await postApi('superadmin', address, {})
    expect(refused).toMatchObject({ status: 405, body: message })
    expect(refused.headers.get('allow')).toBe('PUT')
  })

  test('refuses a repeated or overlong call id with 400', async () => {
    for (const address of [`${randomUUID()}?domain=a&domain=b`, 'x'.repeat(200)]) {
      expect(await deliver(address, 'x')).toMatchObject({ status: 400, body: message })
    }
  })
})
