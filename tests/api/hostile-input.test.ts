import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { delivery, faxDelivery, messageAudio, pings } from '@/lib/switch/agent/agent-event'
import { tenantRequest, updateRequest } from '@/lib/switch/agent/agent-update'
import { callReport } from '@/lib/switch/agent/call-report'
import { dialedRequest } from '@/lib/switch/agent/dialed-request'
import { TEST_APP } from '../../scripts/lib/test-app.ts'
import { appDatabase, ensureMember, twoTenants } from '../support/api-database.ts'
import { requestTo, STAFF_ROUTES, type StaffRoute, type Tenants } from '../support/api-routes.ts'
import { APP_URL, cookieOf, fromElsewhere } from '../support/api-session.ts'
import { newSwitch } from '../support/api-switch.ts'
import { EVERY_RIGHT } from '../support/every-right'
import { HOSTILE_PARTS, hostileBodies } from '../support/hostile-input.ts'
import { OPEN_ROUTES } from '../support/open-routes.ts'
import { samplesOf } from '../support/schema-samples.ts'

/** How many requests a minute each person may send to the routes that allow the fewest. */
const ALLOWED = 20
const AT_ONCE = 6
/** A server without a speech engine says so, as it should (recording-files.test.ts). */
const NO_VOICE = 'This server has no voice.'
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

const database = appDatabase()
let tenants: Tenants
let cookies: string[]
let authorization: string
beforeAll(async () => {
  const [own, other] = await twoTenants(database)
  if (own && other) tenants = { own, other }
  const most = Math.max(
    ...staff
      .filter(([, { limited }]) => limited)
      .map(([file, route]) => bodiesFor(file, route).length + urlsFor(file, route).length),
  )
  // They take turns in each of the two tests of a route, so that those at the beginning send one request more in each.
  const members = Array.from(
    { length: Math.ceil(most / (ALLOWED - 2)) },
    (_, at) => `made-hostile-${at}` as const,
  )
  for (const member of members) await ensureMember(database, member, EVERY_RIGHT)
  cookies = await Promise.all(members.map(cookieOf))
  authorization = (await newSwitch(database)).authorization
})
afterAll(async () => {
  const made = "email like 'made-hostile-%' or email = 'desk@demo.test'"
  await database.query(`delete from public.members where ${made}`)
  await database.query(`delete from auth.users where ${made}`)
  await database.query("delete from public.roles where name like 'made-hostile-%'")
  await database.end()
})

interface Sent {
  what: string
  path: string
  method?: string
  body?: string
  headers?: Record<string, string>
  /** With a text that the database cannot store. */
  isUnstorable?: boolean
}

/** Sends all, and returns those that the server failed at, or that it took although they cannot be stored. */
async function failuresOf(requests: readonly Sent[]): Promise<string[]> {
  const failures: string[] = []
  const waiting = requests.entries()
  const sender = async () => {
    for (const [at, { what, path, method = 'GET', body, headers, isUnstorable }] of waiting) {
      const cookie = cookies[at % cookies.length] ?? ''
      const answer = await fetch(new URL(path, APP_URL), {
        method,
        body,
        redirect: 'manual',
        headers: headers ?? { cookie, 'content-type': 'application/json' },
      })
      const { status } = answer
      const text = await answer.text()
      const isMute = status === 503 && text.includes(NO_VOICE)
      const wrong = isUnstorable ? status !== 400 : (status >= 500 && !isMute) || status === 429
      if (wrong) failures.push(`${what}: ${status} ${text.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sender))
  return failures
}

const staff = Object.entries(STAFF_ROUTES)

/** Hostile bodies for a route. */
function bodiesFor(file: string, route: StaffRoute): Sent[] {
  if (route.method !== 'POST' || !route.valid) return []
  const { path, body } = requestTo(file, route, tenants, route.valid(tenants))
  return hostileBodies(body).map((one) => ({ ...one, path, method: 'POST' }))
}

/** Hostile URLs of a route. */
function urlsFor(file: string, route: StaffRoute): Sent[] {
  const { path, body } = requestTo(file, route, tenants, route.valid?.(tenants))
  const places = [...path.matchAll(new RegExp(`${UUID.source}|(?<==)[^&]*`, 'g'))].slice(0, 30)
  return places.flatMap(({ index, 0: value }) =>
    HOSTILE_PARTS.map((part) => ({
      what: `${part.slice(0, 40)} at ${index}`,
      path: path.slice(0, index) + part + path.slice(index + value.length),
      method: route.method,
      body: body === undefined ? undefined : JSON.stringify(body),
    })),
  )
}

test.each(staff.filter(([, { method, valid }]) => method === 'POST' && valid))(
  'POST /api/%s answers whatever it is sent, and refuses what cannot be stored',
  async (file, route) => expect(await failuresOf(bodiesFor(file, route))).toEqual([]),
)

test.each(staff)('/api/%s answers whatever is in its URL', async (file, route) =>
  expect(await failuresOf(urlsFor(file, route))).toEqual([]),
)

const AGENT: Record<string, z.ZodType> = {
  calls: callReport,
  deliver: delivery,
  dialed: dialedRequest,
  fax: faxDelivery,
  gateways: z.strictObject({}),
  news: updateRequest,
  pings,
  tenant: tenantRequest,
  voicemail: messageAudio,
}

test('the agent’s routes are all attacked', () => {
  const names = Object.keys(OPEN_ROUTES).flatMap((file) => /^switch\/agent\/(.+)\.ts$/.exec(file)?.[1] ?? [])
  expect(Object.keys(AGENT).toSorted()).toEqual(names.toSorted())
})

test.each(Object.entries(AGENT))(
  'POST /api/switch/agent/%s answers whatever a switch sends, and refuses what cannot be stored',
  async (name, schema) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const requests = samplesOf(schema).flatMap((valid) =>
      hostileBodies(valid).map((one) => ({
        ...one,
        path: `/api/switch/agent/${name}`,
        method: 'POST',
        headers,
      })),
    )
    // A place that several alternatives have is attacked in one of them.
    const once = new Map(requests.map((request) => [request.what, request]))
    expect(await failuresOf([...once.values()])).toEqual([])
  },
)

test('what a switch posts about calls is stored or rejected, whatever it is', async () => {
  const record = {
    core_uuid: randomUUID(),
    variables: {
      uuid: randomUUID(),
      domain_name: 'acme.pbx.example',
      start_epoch: '1767225600',
      duration: '3',
    },
    callflow: [{ caller_profile: { caller_id_number: '1001', destination_number: '1002' } }],
  }
  const headers = { authorization, 'content-type': 'application/json' }
  const requests = hostileBodies(record).map(({ what, body }) => ({
    what,
    body,
    path: '/api/cdr',
    method: 'POST',
    headers,
  }))
  expect(await failuresOf(requests)).toEqual([])
})

test('what a switch asks about calls is answered, whatever it is', async () => {
  const asked = {
    section: 'dialplan',
    'Caller-Context': 'acme.pbx.example',
    'Hunt-Destination-Number': '1001',
    'Unique-ID': randomUUID(),
    user: '1001',
    domain: 'acme.pbx.example',
    key_value: 'x',
    action: 'user_call',
    variable_trunkline_step: 'x',
  }
  const values = [...HOSTILE_PARTS, '%5B%22x%22%5D', '%7B%7D', 'a&section=directory']
  const requests = ['dialplan', 'directory', 'configuration', 'phrases', 'x'].flatMap((section) =>
    Object.keys(asked).flatMap((name) =>
      values.map((value) => ({
        what: `${value.slice(0, 40)} as ${name} of ${section}`,
        path: '/api/switch/xml',
        method: 'POST',
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        body: `${new URLSearchParams({ ...asked, section })}&${name}=${value}`.replace(
          new RegExp(`(^|&)${name}=[^&]*&(.*)`),
          '$1$2',
        ),
      })),
    ),
  )
  expect(await failuresOf(requests)).toEqual([])
})

test('addresses that need no session are answered, whatever they are', async () => {
  const paths = [
    '/api/quotes/PART',
    '/api/quotes/PART/pdf',
    '/quote/PART',
    '/provision/PART',
    '/provision/PART.cfg',
    '/api/switch/sounds/PART/PART/PART',
    '/api/switch/sounds/main/PART/PART.wav',
    '/app/tenants/PART/extensions',
    '/app/PART?PART=PART',
    '/login?next=PART',
    '/reset-password?code=PART',
  ]
  const requests = paths.flatMap((path) =>
    HOSTILE_PARTS.map((part) => ({
      what: `${path} with ${part.slice(0, 40)}`,
      path: path.replaceAll('PART', part),
      headers: fromElsewhere(),
    })),
  )
  expect(await failuresOf(requests)).toEqual([])
})

test('a recording is refused or stored, whatever is in its URL', async () => {
  const headers = { authorization: `Bearer ${TEST_APP.cdrIngestSecret}` }
  const requests = HOSTILE_PARTS.flatMap((part) =>
    [
      `${part}?domain=acme.pbx.example`,
      `${randomUUID()}?domain=${part}`,
      `${randomUUID()}?domain=a&domain=${part}`,
    ].map((path) => ({
      what: path.slice(0, 80),
      path: `/api/cdr/recordings/${path}`,
      method: 'PUT',
      body: 'RIFF',
      headers,
    })),
  )
  expect(await failuresOf(requests)).toEqual([])
})
