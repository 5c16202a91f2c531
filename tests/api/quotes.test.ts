import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testBackend } from '../../scripts/lib/test-app.ts'
import { appDatabase, newMember } from '../support/api-database.ts'
import { notedMails } from '../support/api-mails.ts'
import { APP_URL, cookieOf, type DemoAccount, fromElsewhere, postApi } from '../support/api-session.ts'

/** They send in turn, because each may send only twenty quotes a minute. */
const senders: DemoAccount[] = []

let database: Pool
/** Who sends the quotes of this test. */
let sender: DemoAccount
let tests = 0
beforeAll(async () => {
  database = appDatabase()
  while (senders.length < 4) senders.push(await newMember(database, ['sales.view', 'sales.edit']))
})
beforeEach(() => {
  sender = senders[tests++ % senders.length] ?? sender
})
afterAll(() => database.end())

/** A draft of an opportunity with one line. */
async function drafted(): Promise<{ id: string; key: string }> {
  const mark = randomUUID()
  const { rows } = await database.query<{ id: string; key: string }>(
    `with c as (insert into public.companies (name) values ($1) returning id),
      o as (insert into public.opportunities (name, company_id) select $1, c.id from c returning id),
      s as (insert into public.services (name) values ($1) returning id),
      i as (insert into public.opportunity_items (opportunity_id, service_id, quantity, monthly_price)
        select o.id, s.id, 3, 22 from o, s)
     insert into public.quotes (opportunity_id) select o.id from o returning id, link_token as key`,
    [`Quoted ${mark}`],
  )
  return rows[0] as { id: string; key: string }
}

/** Sends a quote at this version, by default the one that is stored. */
const send = async (id: string, to: string, request: string = randomUUID(), version?: number) =>
  postApi(sender, `/api/sales/quotes/${id}/send`, {
    request,
    version: version ?? (await stored(id)).version,
    to,
    message: 'Hello',
  })
const mailsTo = async (address: string) => {
  const outbox = await fetch(`${testBackend().url}/outbox?format=json`)
  return ((await outbox.json()) as { to: string; link: string }[]).filter(({ to }) => to === address)
}
const getAs = async (account: DemoAccount, path: string) =>
  fetch(`${APP_URL}${path}`, { headers: { cookie: await cookieOf(account) } })
const read = (key: string) => fetch(`${APP_URL}/api/quotes/${key}`, { headers: fromElsewhere() })
const answer = (key: string, body: object) =>
  fetch(`${APP_URL}/api/quotes/${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...fromElsewhere() },
    body: JSON.stringify({ name: 'A buyer', reason: '', ...body }),
  })
/** Forty days pass. */
async function later(id: string) {
  const connection = await database.connect()
  try {
    // A quote that was sent never changes.
    await connection.query("begin; set local session_replication_role = 'replica'")
    await connection.query(
      'update public.quotes set quoted_on = quoted_on - 40, valid_until = valid_until - 40 where id = $1',
      [id],
    )
    await connection.query('commit')
  } finally {
    connection.release()
  }
}
const stored = async (id: string) =>
  (await database.query('select * from public.quotes where id = $1', [id])).rows[0]

const pdfText = async (answered: Response) => {
  expect([answered.status, answered.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const { text } = await extractText(new Uint8Array(await answered.arrayBuffer()), { mergePages: true })
  return text.replace(/\s+/g, ' ')
}

describe('the PDF of a quote', () => {
  test('can be downloaded by staff with access to sales, even for a draft', async () => {
    const { id, key } = await drafted()
    const path = `/api/sales/quotes/${id}/pdf`
    const answered = await getAs('admin', path)
    const { number } = await stored(id)
    expect(answered.headers.get('content-disposition')).toBe(`inline; filename="${number}-draft.pdf"`)
    const text = await pdfText(answered)
    for (const said of ['Trunkline Voice', number, '3 — — $22.00 $66.00', '$0.00 once and $66.00 a month']) {
      expect(text).toContain(said)
    }
    expect((await getAs('tech', path)).status).toBe(403)
    expect((await fetch(`${APP_URL}${path}`)).status).toBe(401)
    expect((await read(`${key}/pdf`)).status).toBe(404)
  })

  test('is linked in the mail, and can be opened through that link without an account', async () => {
    const { id, key } = await drafted()
    const to = `${randomUUID()}@example.com`
    await send(id, to)
    const link = `${APP_URL}/api/quotes/${key}/pdf`
    const mails = (await (await fetch(`${testBackend().url}/outbox?format=json`)).json()) as {
      to: string
      text: string
    }[]
    expect(mails.find((mail) => mail.to === to)?.text).toContain(`As a PDF:\n${link}\n`)
    expect(await pdfText(await read(`${key}/pdf`))).toContain((await stored(id)).number)
    for (const other of [randomUUID(), 'x']) expect((await read(`${other}/pdf`)).status).toBe(404)
    expect((await fetch(link, { method: 'POST', headers: fromElsewhere() })).status).toBe(405)
  })
})

describe('a sent quote', () => {
  test('is frozen, and its link is mailed', async () => {
    const { id, key } = await drafted()
    expect((await read(key)).status).toBe(404)
    const to = `${randomUUID()}@example.com`
    expect(await send(id, to)).toMatchObject({ status: 200, body: { sent_to: to } })
    expect(await stored(id)).toMatchObject({
      status: 'sent',
      sent_to: to,
      emailed_at: expect.any(Date),
      lines: [{ quantity: 3 }],
    })
    const { number } = await stored(id)
    expect(await mailsTo(to)).toMatchObject([
      {
        link: `${APP_URL}/quote/${key}`,
        replyTo: `${sender}@demo.test`,
        subject: `Quote ${number} from Trunkline Voice`,
      },
    ])
    expect(await notedMails(database, to)).toMatchObject([
      { kind: 'quote', section: 'sales', tenant_id: null, body: null, state: 'sent' },
    ])
    // Once more, to the same.
    expect((await send(id, to)).status).toBe(200)
    expect((await stored(id)).link_token).toBe(key)
  })

  test('is answered only by whom it was sent to last', async () => {
    const { id, key: mistyped } = await drafted()
    const to = `${randomUUID()}@example.com`
    await send(id, `x${to}`)
    expect((await send(id, to)).status).toBe(200)
    expect(await stored(id)).toMatchObject({ sent_to: to, emailed_at: expect.any(Date) })
    expect((await read(mistyped)).status).toBe(404)
    expect((await answer(mistyped, { decision: 'declined' })).status).toBe(404)
    const [{ link } = { link: '' }] = await mailsTo(to)
    const key = link.replace(`${APP_URL}/quote/`, '')
    expect((await answer(key, { decision: 'accepted' })).status).toBe(200)
    expect(await stored(id)).toMatchObject({ status: 'accepted', decided_by: 'A buyer' })
  })

  test('is not sent with lines that were changed since the sender read it', async () => {
    const { id } = await drafted()
    const to = `${randomUUID()}@example.com`
    const { version, opportunity_id } = await stored(id)
    await database.query('update public.opportunity_items set monthly_price = 12 where opportunity_id = $1', [
      opportunity_id,
    ])
    expect(await send(id, to, randomUUID(), version)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('The draft or its lines have changed') },
    })
    expect(await stored(id)).toMatchObject({ status: 'draft', lines: null })
    expect(await mailsTo(to)).toEqual([])
  })

  test('goes to no address whose mail could not be noted, and stays a draft then', async () => {
    const { id } = await drafted()
    const longest = `${randomUUID()}@${'a.'.repeat(105)}example`
    for (const to of [`x${longest}`, 'buyer', 'buyer@example.com, other@example.com'])
      expect((await send(id, to)).status).toBe(400)
    expect(await stored(id)).toMatchObject({ status: 'draft', sent_to: '' })
    const write = (to: string) =>
      database.query('update public.quotes set sent_to = $2 where id = $1', [id, to])
    for (const to of [`x${longest}`, 'buyer'])
      await expect(write(to)).rejects.toMatchObject({ code: '23514' })
    expect(await send(id, longest)).toMatchObject({ status: 200 })
    expect(await notedMails(database, longest)).toHaveLength(1)
  })

  test('can be opened through its link without an account, and accepted once', async () => {
    const { id, key } = await drafted()
    await send(id, 'buyer@example.com')
    const seen = (await (await read(key)).json()) as Record<string, unknown>
    expect(seen).toMatchObject({ state: 'sent', lines: [{ quantity: 3, monthly_price: 22 }] })
    expect(Object.keys(seen)).not.toContain('link_token')
    expect((await answer(key, { decision: 'accepted', name: ' ' })).status).toBe(400)
    expect((await answer(key, { decision: 'sent' })).status).toBe(400)
    const taken = await answer(key, { decision: 'accepted' })
    expect([taken.status, await taken.json()]).toMatchObject([200, { state: 'accepted' }])
    expect((await answer(key, { decision: 'declined' })).status).toBe(409)
    expect((await answer(key, { decision: 'accepted', name: 'Another buyer' })).status).toBe(409)
    expect(await stored(id)).toMatchObject({ status: 'accepted', decided_by: 'A buyer' })
  })

  test('is mailed once, and answered once, by requests repeated because their responses were lost', async () => {
    const { id, key } = await drafted()
    const [to, request] = [`${randomUUID()}@example.com`, randomUUID()]
    const { version } = await stored(id)
    for (let n = 0; n < 2; n += 1)
      expect(await send(id, to, request, version)).toMatchObject({ status: 200, body: { sent_to: to } })
    expect(await mailsTo(to)).toHaveLength(1)
    expect(await notedMails(database, to)).toMatchObject([{ state: 'sent' }])
    await send(id, to)
    expect(await mailsTo(to)).toHaveLength(2)
    for (let n = 0; n < 2; n += 1) {
      const taken = await answer(key, { decision: 'declined', reason: 'Too dear' })
      expect([taken.status, await taken.json()]).toMatchObject([200, { state: 'declined' }])
    }
    expect((await answer(key, { decision: 'declined', reason: 'Too late' })).status).toBe(409)
    expect(await stored(id)).toMatchObject({ status: 'declined', decline_reason: 'Too dear' })
  })

  test('is mailed once by requests that are repeated while the first is being answered', async () => {
    const { id } = await drafted()
    const [to, request] = [`${randomUUID()}@example.com`, randomUUID()]
    const { version } = await stored(id)
    const answers = await Promise.all([1, 2, 3].map(() => send(id, to, request, version)))
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { sent_to: to } })
    expect(await mailsTo(to)).toHaveLength(1)
    expect(await notedMails(database, to)).toMatchObject([{ state: 'sent' }])
  })

  test('can be declined with a reason', async () => {
    const { id, key } = await drafted()
    await send(id, 'buyer@example.com')
    expect((await answer(key, { decision: 'declined', reason: 'Too dear' })).status).toBe(200)
    expect(await stored(id)).toMatchObject({ status: 'declined', decline_reason: 'Too dear' })
  })

  test('cannot be answered after its expiry date', async () => {
    const { id, key } = await drafted()
    await send(id, 'buyer@example.com')
    await later(id)
    expect(await (await read(key)).json()).toMatchObject({ state: 'expired' })
    expect((await answer(key, { decision: 'accepted' })).status).toBe(409)
    expect(await stored(id)).toMatchObject({ status: 'sent' })
  })

  test('cannot be found with another key', async () => {
    for (const key of [randomUUID(), 'x', '%27']) expect((await read(key)).status).toBe(404)
    expect((await answer(randomUUID(), { decision: 'accepted' })).status).toBe(404)
    const removal = { method: 'DELETE', headers: fromElsewhere() }
    expect((await fetch(`${APP_URL}/api/quotes/${randomUUID()}`, removal)).status).toBe(405)
  })
})

test('the outbox accepts mail only with the service key', async () => {
  const mail = JSON.stringify({ to: 'a@example.com', subject: 'x', text: 'x' })
  for (const authorization of [undefined, 'Bearer anon']) {
    const refused = await fetch(`${testBackend().url}/outbox`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: mail,
    })
    expect([401, 403]).toContain(refused.status)
  }
})
