import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { basicCredentials } from '@/lib/api/basic-credentials'
import { serveFile } from '@/lib/telephony/provisioning/server/serve-file'
import type { Admission, ProvisioningStore, StoredPhone } from '@/lib/telephony/provisioning/server/store'
import { receptionPhone } from '../telephony/provisioning/arbitrary'

const header = (account: string, password: string) =>
  `Basic ${Buffer.from(`${account}:${password}`).toString('base64')}`

describe('Basic credentials', () => {
  test('are read from the header, whatever characters the password has', () => {
    fc.assert(
      fc.property(fc.domain(), fc.string({ unit: 'grapheme', maxLength: 60 }), (account, password) => {
        fc.pre(!password.includes('\0'))
        expect(basicCredentials(header(account, password))).toEqual({ name: account, secret: password })
      }),
    )
  })

  test.each([
    undefined,
    '',
    'Basic',
    'Bearer abc',
    'Basic !!!',
    header('', 'x'),
    header('a\0', 'x'),
    'Basic YWJj',
    `x${header('a', 'x')}`,
    `${header('a', 'x')} x`,
    header('a'.repeat(254), 'x'),
    header('a', 'x'.repeat(256)),
  ])('are absent in %j', (value) => {
    expect(basicCredentials(value)).toBeUndefined()
  })
})

test('credentials may have any length from the shortest to the longest', () => {
  for (const [name, secret] of [
    ['a', ''],
    ['a'.repeat(253), 'x'.repeat(255)],
  ] as const)
    expect(basicCredentials(header(name, secret))).toEqual({ name, secret })
  expect(basicCredentials(`bASIC  ${btoa('a:b:c')} `)).toEqual({ name: 'a', secret: 'b:c' })
})

describe('a request for a configuration file', () => {
  const store = {
    admit: vi.fn(),
    configuration: vi.fn(),
    note: vi.fn(),
    noteUnknown: vi.fn(),
  } satisfies ProvisioningStore
  const phone: StoredPhone = { ...receptionPhone(), enabled: true, was_served: false }
  const admitted: Admission = {
    outcome: 'admitted',
    tenant_id: 't1',
    tenant_status: 'active',
    time_zone: 'Etc/UTC',
  }
  const ask = (
    file = '805ec0112233.cfg',
    authorization: string | undefined = header('harbor.pbx.example', 'right'),
  ) =>
    serveFile(
      {
        file,
        authorization,
        address: '203.0.113.7',
        agent: 'Yealink SIP-T54W',
        origin: 'https://voice.example',
      },
      store,
    )

  beforeEach(() => {
    vi.resetAllMocks()
    store.admit.mockResolvedValue(admitted)
    store.configuration.mockResolvedValue(phone)
    store.note.mockResolvedValue(undefined)
    store.noteUnknown.mockResolvedValue(undefined)
  })

  test('is answered with the file and recorded with its size', async () => {
    const answer = await ask()
    expect(answer).toMatchObject({ status: 200, contentType: 'text/plain; charset=utf-8' })
    expect(answer.body).toContain('account.1.password = S3cret!')
    expect(store.configuration).toHaveBeenCalledWith(
      't1',
      '80:5E:C0:11:22:33',
      'https://voice.example/provision/',
    )
    expect(store.note).toHaveBeenCalledWith({
      tenant: 't1',
      mac: '80:5E:C0:11:22:33',
      address: '203.0.113.7',
      agent: 'Yealink SIP-T54W',
      file: '805ec0112233.cfg',
      status: 200,
      bytes: Buffer.byteLength(answer.body),
    })
  })

  test('for its headers alone is recorded as having got nothing', async () => {
    const request = { file: '805ec0112233.cfg', address: '203.0.113.7', agent: '', origin: '' }
    const authorization = header('harbor.pbx.example', 'right')
    await serveFile({ ...request, authorization, headersOnly: true }, store)
    expect(store.note).toHaveBeenCalledWith(expect.objectContaining({ status: 200, bytes: 0 }))
  })

  test('accepts the account name in any case', async () => {
    await serveFile(
      {
        file: 'x',
        authorization: header('Harbor.PBX.example', 'pass:Word'),
        address: '',
        agent: '',
        origin: '',
      },
      store,
    )
    expect(store.admit).toHaveBeenCalledWith('', 'harbor.pbx.example', 'pass:Word')
  })

  test('without credentials gets a 401 challenge, and does not count as an attempt', async () => {
    expect(
      await serveFile({ file: 'x', authorization: undefined, address: '', agent: '', origin: '' }, store),
    ).toMatchObject({
      status: 401,
      headers: { 'WWW-Authenticate': expect.stringMatching(/^Basic /) },
    })
    expect(store.admit).not.toHaveBeenCalled()
  })

  describe('from an unknown phone', () => {
    const from = (address: string, authorization?: string) =>
      serveFile({ file: '805ec0112233.cfg', authorization, address, agent: 'Yealink', origin: '' }, store)
    const unknown = (address: string, given: object) => ({
      phone: '80:5E:C0:11:22:33',
      address,
      agent: 'Yealink',
      account: null,
      file: '805ec0112233.cfg',
      ...given,
    })
    const HARBOR = 'harbor.pbx.example'

    test('is recorded with the account that it used', async () => {
      store.configuration.mockResolvedValue(null)
      expect((await from('203.0.113.20', header(HARBOR, 'right'))).status).toBe(404)
      expect(store.noteUnknown.mock.calls).toEqual([
        [unknown('203.0.113.20', { account: 't1', account_name: HARBOR, status: 404 })],
      ])
    })

    test('is not recorded if the phone is known or the file name contains no MAC address', async () => {
      expect((await from('203.0.113.24', header('harbor.pbx.example', 'right'))).status).toBe(200)
      const nobody = { file: 'nonsense', address: '203.0.113.24', agent: '', origin: '' }
      const authorization = header('harbor.pbx.example', 'right')
      expect((await serveFile({ ...nobody, authorization }, store)).status).toBe(404)
      expect(store.configuration).toHaveBeenCalledTimes(1)
      expect(store.noteUnknown).not.toHaveBeenCalled()
    })

    test('is recorded without an account if it had no or wrong credentials', async () => {
      expect((await from('203.0.113.21')).status).toBe(401)
      store.admit.mockResolvedValue({ outcome: 'refused', tenant_id: 't1' })
      expect((await from('203.0.113.21', header('harbor.pbx.example', 'wrong'))).status).toBe(401)
      expect(store.noteUnknown.mock.calls).toEqual([
        [unknown('203.0.113.21', { account_name: null, status: 401 })],
        [unknown('203.0.113.21', { account_name: HARBOR, status: 401 })],
      ])
    })

    test('is recorded without delaying the answer when it has to wait after wrong passwords', async () => {
      store.noteUnknown.mockReturnValue(new Promise(() => undefined))
      store.admit.mockResolvedValue({ outcome: 'wait', wait_seconds: 8 })
      expect((await from('203.0.113.25', header(HARBOR, 'right'))).status).toBe(429)
      expect(store.noteUnknown.mock.calls).toEqual([
        [unknown('203.0.113.25', { account_name: HARBOR, status: 429 })],
      ])
    })

    test('is recorded at most 30 times per minute and address, without delaying the answer', async () => {
      store.noteUnknown.mockReturnValue(new Promise(() => undefined))
      for (let times = 0; times < 60; times += 1) expect((await from('203.0.113.22')).status).toBe(401)
      expect(store.noteUnknown).toHaveBeenCalledTimes(30)
    })

    test('is not recorded for a file without a MAC address in its name', async () => {
      const common = { file: 'y000000000000.cfg', authorization: undefined, address: '203.0.113.23' }
      await serveFile({ ...common, agent: '', origin: '' }, store)
      expect(store.noteUnknown).not.toHaveBeenCalled()
    })
  })

  test.each([
    ['a NUL', 'a\0.cfg'],
    ['more than 128 characters', `${'a'.repeat(125)}.cfg`],
  ])('with %s in its name gets a 404 without a lookup', async (_, file) => {
    expect(await ask(file)).toMatchObject({ status: 404 })
    expect(store.admit).not.toHaveBeenCalled()
  })

  test('with a name of 128 characters is looked up', async () => {
    expect(await ask(`${'a'.repeat(124)}.cfg`)).toMatchObject({ status: 404 })
    expect(store.admit).toHaveBeenCalledTimes(1)
  })

  test('is answered only once it is recorded', async () => {
    store.note.mockRejectedValue(new Error('The database is away'))
    await expect(ask()).rejects.toThrow('The database is away')
    store.note.mockRejectedValue(
      Object.assign(new Error('Refused'), { details: null, hint: null, code: '42501' }),
    )
    await expect(ask()).rejects.toThrow('Refused')
  })

  test('is answered although it cannot be recorded while the disk is full', async () => {
    const full = Object.assign(new Error('No space left'), { details: null, hint: null, code: '53100' })
    store.note.mockRejectedValue(full)
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(await ask()).toMatchObject({ status: 200 })
    expect(complaint).toHaveBeenCalledWith('A request could not be recorded:', full)
  })

  test('of an unknown phone is answered although that cannot be recorded while the disk is full', async () => {
    const full = Object.assign(new Error('No space left'), { details: null, hint: null, code: '25006' })
    store.configuration.mockResolvedValue(null)
    store.note.mockRejectedValue(full)
    store.noteUnknown.mockRejectedValue(full)
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(await ask()).toMatchObject({ status: 404, body: 'File not found.\n' })
    store.noteUnknown.mockRejectedValue(new Error('The database is away'))
    await expect(ask()).rejects.toThrow('The database is away')
  })

  test('is refused identically for any file if the password is wrong', async () => {
    store.admit.mockResolvedValue({ outcome: 'refused', tenant_id: 't1' })
    const known = await ask()
    store.configuration.mockResolvedValue(null)
    const unknown = await ask('000b82000000.cfg')
    store.admit.mockResolvedValue({ outcome: 'refused', tenant_id: null })
    const nowhere = await ask('nonsense')
    expect(known.status).toBe(401)
    expect(unknown).toEqual(known)
    expect(nowhere).toEqual(known)
    expect(store.configuration).not.toHaveBeenCalled()
    expect(store.note).toHaveBeenCalledTimes(2)
  })

  test('with a wrong password is refused without waiting for the record of it', async () => {
    store.admit.mockResolvedValue({ outcome: 'refused', tenant_id: 't1' })
    store.note.mockReturnValue(new Promise(() => undefined))
    expect((await ask()).status).toBe(401)
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    store.note.mockRejectedValue(new Error('The database is away'))
    expect((await ask()).status).toBe(401)
    expect(complaint).toHaveBeenCalledTimes(1)
  })

  test('with a wrong password is looked up at most 600 times per minute and network, whatever accounts it names', async () => {
    store.admit.mockImplementation((_address, _account, password) =>
      Promise.resolve(password === 'right' ? admitted : { outcome: 'refused', tenant_id: null }),
    )
    const from = async (address: string, account: string, password: string) => {
      const request = {
        file: 'x.cfg',
        authorization: header(account, password),
        address,
        agent: '',
        origin: '',
      }
      return (await serveFile(request, store)).status
    }
    for (let n = 0; n < 700; n += 1) await from('203.0.113.40', 'harbor.pbx.example', 'right')
    expect(store.admit).toHaveBeenCalledTimes(700)
    for (let n = 0; n < 1000; n += 1) await from('203.0.113.40', `account-${n}`, 'wrong')
    const lookups = store.admit.mock.calls.length - 700
    expect(lookups).toBeGreaterThanOrEqual(600)
    expect(lookups).toBeLessThan(700)
    expect(await from('203.0.113.40', 'harbor.pbx.example', 'right')).toBe(429)
    expect(await from('198.51.100.40', 'harbor.pbx.example', 'right')).toBe(404)
  })

  test('with a password that was replaced is refused each time, and recorded at most 30 times per minute and network', async () => {
    store.admit.mockResolvedValue({ outcome: 'refused', tenant_id: 't1' })
    const authorization = header('harbor.pbx.example', 'replaced')
    for (let times = 0; times < 40; times += 1) {
      const request = { file: 'x.cfg', authorization, address: '203.0.113.30', agent: '', origin: '' }
      expect((await serveFile(request, store)).status).toBe(401)
    }
    expect(store.note).toHaveBeenCalledTimes(30)
  })

  test('with the password is served each time, and recorded at most 2,000 times an hour per tenant and network', async () => {
    const authorization = header('harbor.pbx.example', 'right')
    const from = (address: string) =>
      serveFile({ file: 'y000000000096.cfg', authorization, address, agent: '', origin: '' }, store)
    for (let times = 0; times < 2100; times += 1) expect((await from('203.0.113.31')).status).toBe(200)
    const recorded = store.note.mock.calls.length
    expect(recorded).toBeGreaterThanOrEqual(2000)
    expect(recorded).toBeLessThan(2050)
    await from('198.51.100.31')
    expect(store.note).toHaveBeenCalledTimes(recorded + 1)
  })

  test('is throttled after wrong passwords, without counting as a served request', async () => {
    store.admit.mockResolvedValue({ outcome: 'wait', wait_seconds: 8 })
    expect(await ask()).toMatchObject({ status: 429, headers: { 'Retry-After': '8' } })
    expect(store.note).not.toHaveBeenCalled()
  })

  test.each([
    ['for an unknown phone', { configuration: null, status: 404 }],
    ['for a disabled phone', { configuration: { ...phone, enabled: false }, status: 403 }],
    ['for a phone of another vendor', { configuration: { ...phone, vendor: 'Grandstream' }, status: 404 }],
    ['for an unsupported vendor', { configuration: { ...phone, vendor: 'Snom' }, status: 404 }],
  ])('with %s is refused, and recorded without a size', async (_, { configuration, status }) => {
    store.configuration.mockResolvedValue(configuration)
    expect((await ask()).status).toBe(status)
    expect(store.note).toHaveBeenCalledWith(expect.objectContaining({ status, bytes: 0 }))
  })

  test('is refused for a suspended tenant, but not to a phone that would lose 911 without it', async () => {
    store.admit.mockResolvedValue({ ...admitted, tenant_status: 'suspended' })
    expect((await ask()).status).toBe(403)
    store.configuration.mockResolvedValue(null)
    expect((await ask()).status).toBe(403)
    store.configuration.mockResolvedValue({ ...phone, was_served: true })
    expect((await ask()).status).toBe(200)
    expect((await ask('y000000000096.cfg')).status).toBe(200)
  })

  test('for a file common to all phones of a model needs no device', async () => {
    expect(await ask('y000000000096.cfg')).toMatchObject({
      status: 200,
      contentType: 'text/plain; charset=utf-8',
      headers: {},
    })
    expect(store.configuration).not.toHaveBeenCalled()
  })

  test('from unknown phones is recorded at most 120 times per minute in total', async () => {
    const strangers = Array.from({ length: 200 }, (_, n) => `198.51.100.${n}`)
    for (const address of strangers) {
      const request = { file: '805ec0112233.cfg', authorization: undefined, agent: '', origin: '' }
      expect((await serveFile({ ...request, address }, store)).status).toBe(401)
    }
    const times = store.noteUnknown.mock.calls.length
    expect(times).toBeGreaterThan(0)
    expect(times).toBeLessThanOrEqual(120)
  })
})
