import { beforeEach, describe, expect, test } from 'vitest'
import { telnyxProvider } from '@/lib/providers/telnyx'
import { standInServer } from '../../support/stand-in-server'

const NUMBER = '+12075550101'
const PLACE = {
  id: 'a1',
  version: 2,
  name: 'Harbor Lane Dental',
  street: '12 Harbor Lane',
  unit: 'Floor 2',
  city: 'Portland',
  state: 'ME',
  postal_code: '04101',
  country: 'US',
}

/** Responses of Telnyx's documented calls, by method and path; functions receive the body. */
let answers: Record<string, unknown>
let calls: { call: string; query: string; body: unknown }[] = []
const origin = standInServer((req, res, text) => {
  const url = new URL(req.url ?? '', 'http://telnyx.invalid')
  const call = `${req.method} ${url.pathname}`
  calls.push({ call, query: decodeURIComponent(url.search), body: text ? JSON.parse(text) : undefined })
  const answer = answers[call]
  res.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
  res.end(JSON.stringify(answer ?? { errors: [{ code: '10005', title: 'Resource not found' }] }))
})

const held = (emergency: object = {}) => ({
  data: [{ id: '1293384261075731499', phone_number: NUMBER, status: 'active', ...emergency }],
  meta: { page_number: 1, page_size: 20, total_pages: 1, total_results: 1 },
})
const enabled = (emergency_status: string, emergency_address_id = 'T-9') => ({
  data: {
    phone_number: NUMBER,
    emergency: { emergency_enabled: true, emergency_status, emergency_address_id },
  },
})
const ENABLE = 'POST /v2/phone_numbers/1293384261075731499/actions/enable_emergency'
const nobody = { data: [], meta: { page_number: 1, page_size: 20, total_pages: 1, total_results: 0 } }

beforeEach(() => {
  calls = []
  answers = {
    'GET /v2/phone_numbers': held(),
    'GET /v2/addresses': nobody,
    'POST /v2/addresses/actions/validate': { data: { result: 'valid', suggested: {} } },
    'POST /v2/addresses': { data: { id: 'T-9' } },
    [ENABLE]: enabled('provisioning'),
  }
})

const provider = () =>
  telnyxProvider({
    apiKey: 'KEY-of-a-test',
    baseURL: `${origin()}/v2`,
    attemptMs: 60_000,
    deadlineMs: 120_000,
  })
const made = () => calls.map(({ call }) => call)

describe('registering an emergency address with Telnyx', () => {
  test('validates and creates the address, and assigns the number to it', async () => {
    expect(await provider().registerEmergency(NUMBER, PLACE)).toEqual({
      state: 'submitted',
      reason: '',
      reference: 'T-9',
    })
    expect(made()).toEqual([
      'GET /v2/phone_numbers',
      'GET /v2/addresses',
      'POST /v2/addresses/actions/validate',
      'POST /v2/addresses',
      ENABLE,
    ])
    expect(calls[0]?.query).toContain('filter[phone_number]=12075550101')
    expect(calls[3]?.body).toMatchObject({
      business_name: 'Harbor Lane Dental',
      street_address: '12 Harbor Lane',
      extended_address: 'Floor 2',
      locality: 'Portland',
      administrative_area: 'ME',
      postal_code: '04101',
      country_code: 'US',
      customer_reference: 'e911 a1 2',
    })
    expect(calls[4]?.body).toEqual({ emergency_address_id: 'T-9', emergency_enabled: true })
  })

  test('reuses an address created earlier', async () => {
    answers['GET /v2/addresses'] = { ...nobody, data: [{ id: 'T-7', customer_reference: 'e911 a1 2' }] }
    answers[ENABLE] = enabled('active', 'T-7')
    expect(await provider().registerEmergency(NUMBER, PLACE)).toMatchObject({
      state: 'confirmed',
      reference: 'T-7',
    })
    expect(made()).not.toContain('POST /v2/addresses')
  })

  test('is not confirmed while the status belongs to the previous address', async () => {
    answers[ENABLE] = enabled('active', 'the old one')
    expect(await provider().registerEmergency(NUMBER, PLACE)).toMatchObject({
      state: 'submitted',
      reference: 'T-9',
    })
  })

  test('reports the carrier’s reason for rejecting an address', async () => {
    answers['POST /v2/addresses/actions/validate'] = {
      data: {
        result: 'invalid',
        suggested: {},
        errors: [{ code: '10015', title: 'Invalid', description: 'No such street.' }],
      },
    }
    expect(await provider().registerEmergency(NUMBER, PLACE)).toEqual({
      state: 'rejected',
      reason: 'No such street.',
      reference: '',
    })
    expect(made()).not.toContain(ENABLE)
  })

  test('is manual for a number of another carrier', async () => {
    answers['GET /v2/phone_numbers'] = nobody
    expect(await provider().registerEmergency(NUMBER, PLACE)).toBeNull()
    expect(made()).toEqual(['GET /v2/phone_numbers'])
  })
})

test.each([
  ['active', 'confirmed', ''],
  ['provisioning', 'submitted', ''],
  ['provisioning-failed', 'rejected', 'Telnyx could not set up emergency calling for this number.'],
  ['disabled', 'none', ''],
  ['deprovisioning', 'none', ''],
])('a number with emergency calling %s is %s', async (emergency_status, state, reason) => {
  answers['GET /v2/phone_numbers'] = held({ emergency_status, emergency_address_id: 'T-9' })
  expect(await provider().emergencyAnswer(NUMBER)).toEqual({ state, reason, reference: 'T-9' })
})

describe('ending a registration with Telnyx', () => {
  test('disables emergency calling', async () => {
    answers['GET /v2/phone_numbers'] = held({ emergency_status: 'active', emergency_address_id: 'T-9' })
    expect(await provider().endEmergency(NUMBER)).toMatchObject({ state: 'none' })
    expect(calls.at(-1)).toMatchObject({
      call: ENABLE,
      body: { emergency_address_id: 'T-9', emergency_enabled: false },
    })
  })

  test('does nothing if it is already disabled', async () => {
    answers['GET /v2/phone_numbers'] = held({ emergency_status: 'disabled', emergency_address_id: null })
    expect(await provider().endEmergency(NUMBER)).toMatchObject({ state: 'none' })
    expect(made()).toEqual(['GET /v2/phone_numbers'])
  })
})
