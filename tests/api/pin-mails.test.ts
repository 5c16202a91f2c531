import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testBackend } from '../../scripts/lib/test-app.ts'
import { appDatabase } from '../support/api-database.ts'
import { notedMails } from '../support/api-mails.ts'
import { postApi } from '../support/api-session.ts'

const database = appDatabase()
const PIN = '730615'
const address = `${randomUUID()}@customer.example`
let tenant: string

beforeAll(async () => {
  const { rows } = await database.query<{ id: string }>(
    `insert into public.tenants (domain) values ('${randomUUID()}.pbx.example') returning id`,
  )
  tenant = rows[0]?.id ?? ''
  const { rows: extensions } = await database.query<{ id: string }>(
    `insert into public.extensions (tenant_id, extension, voicemail_email)
     values ($1, '1001', $2), ($1, '1002', $2), ($1, '1003', null) returning id`,
    [tenant, address],
  )
  for (const { id: owner } of extensions) {
    const secret = { owner_table: 'extensions', owner, field: 'voicemail_pin', tenant, value: PIN }
    expect(await postApi('admin', '/api/secrets/set', secret)).toMatchObject({ status: 200 })
  }
})
afterAll(async () => {
  await database.query('delete from public.tenants where id = $1', [tenant])
  await database.end()
})

const sealedAt = async (number: string) =>
  (
    await database.query<{ sealed: string }>(
      `select s.sealed from public.secrets s join public.extensions e on e.id = s.owner_id
       where e.tenant_id = $1 and e.extension = $2 and s.field = 'voicemail_pin'`,
      [tenant, number],
    )
  ).rows[0]?.sealed ?? 'none'
const mail = (pins: { number: string; sealed: string }[], request: string = randomUUID()) =>
  postApi('tech', `/api/tenants/${tenant}/pin-mails`, { request, pins })
const mails = async () =>
  (
    (await (await fetch(`${testBackend().url}/outbox?format=json`)).json()) as { to: string; text: string }[]
  ).filter(({ to }) => to === address)

describe('new voicemail PINs', () => {
  test('are mailed to mailbox owners, and only if they match the stored PIN', async () => {
    const answer = await mail([
      { number: '1001', sealed: await sealedAt('1001') },
      { number: '1002', sealed: await sealedAt('1001') },
      { number: '1003', sealed: await sealedAt('1003') },
      { number: '1004', sealed: 'none' },
    ])
    expect(answer).toMatchObject({ status: 200, body: { sent: 1, left: ['1002', '1003', '1004'] } })
    const sent = await mails()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toContain(`extension 1001 has the PIN ${PIN}`)
    expect(sent[0]?.text).toContain('Dial *97')
    expect(sent[0]?.text).toMatch(/\nTrunkline Voice\n$/)
    // Without the PIN.
    expect(await notedMails(database, address)).toEqual([
      {
        kind: 'pin',
        section: 'telephony',
        tenant_id: tenant,
        subject: 'The voicemail PIN of extension 1001',
        body: null,
        state: 'sent',
      },
    ])
  })

  test('are mailed once by a request that is repeated because its response was lost', async () => {
    const before = (await mails()).length
    const pins = [{ number: '1002', sealed: await sealedAt('1002') }]
    const request = randomUUID()
    for (let n = 0; n < 2; n += 1)
      expect(await mail(pins, request)).toMatchObject({ status: 200, body: { sent: 1, left: [] } })
    expect(await mails()).toHaveLength(before + 1)
  })

  test('are mailed once by requests that are repeated while the first is being answered', async () => {
    const before = (await mails()).length
    const pins = [{ number: '1002', sealed: await sealedAt('1002') }]
    const request = randomUUID()
    for (const answer of await Promise.all([1, 2, 3].map(() => mail(pins, request))))
      expect(answer).toMatchObject({ status: 200, body: { sent: 1, left: [] } })
    expect(await mails()).toHaveLength(before + 1)
  })

  test('are not mailed for mailboxes of another tenant', async () => {
    const before = (await mails()).length
    expect(
      await postApi('tech', `/api/tenants/${randomUUID()}/pin-mails`, {
        request: randomUUID(),
        pins: [{ number: '1001', sealed: await sealedAt('1001') }],
      }),
    ).toMatchObject({ status: 404 })
    expect(await mails()).toHaveLength(before)
  })
})
