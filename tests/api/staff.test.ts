import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { appDatabase, ensureMember, twoTenants } from '../support/api-database.ts'
import { mailsTo, notedMails } from '../support/api-mails.ts'
import { callApi, postApi } from '../support/api-session.ts'

const database = appDatabase()
afterAll(() => database.end())

const USERS = '/api/superadmin/users'
const invitation = () => ({
  id: randomUUID(),
  email: `invited-${randomUUID()}@demo.test`,
  full_name: 'Night desk',
  user_role: 'tech',
})

interface Member {
  id: string
  email: string
  version: number
}

async function members(): Promise<Member[]> {
  return (await callApi('superadmin', USERS)).body as Member[]
}

describe('the staff account API', () => {
  test('invites a member once for repeated requests, and no address twice', async () => {
    const first = invitation()
    expect((await postApi('superadmin', `${USERS}/invite`, first)).status).toBe(200)
    expect((await postApi('superadmin', `${USERS}/invite`, first)).status).toBe(200)
    expect((await members()).filter(({ email }) => email === first.email)).toHaveLength(1)
    expect(await notedMails(database, first.email)).toMatchObject([
      { kind: 'invitation', section: 'superadmin', tenant_id: null, body: null, state: 'sent' },
    ])
    const again = await postApi('superadmin', `${USERS}/invite`, { ...first, id: randomUUID() })
    expect(again).toMatchObject({ status: 409, body: { message: `${first.email} is already a member.` } })
  })

  test('lets in a member whose account was banned as a portal user’s before the invitation was accepted', async () => {
    const invited = invitation()
    expect((await postApi('superadmin', `${USERS}/invite`, invited)).status).toBe(200)
    await database.query('delete from public.members where id = $1', [invited.id])
    const banned = "update auth.users set banned_until = now() + interval '100 years' where email = $1"
    await database.query(banned, [invited.email])
    expect((await postApi('superadmin', `${USERS}/invite`, { ...invited, id: randomUUID() })).status).toBe(
      200,
    )
    const { rows } = await database.query('select banned_until from auth.users where email = $1', [
      invited.email,
    ])
    expect(rows).toEqual([{ banned_until: null }])
  })

  test('does not take what was corrected after a lost answer for the invitation that was sent', async () => {
    const first = invitation()
    await postApi('superadmin', `${USERS}/invite`, first)
    const email = `corrected-${randomUUID()}@demo.test`
    expect(await postApi('superadmin', `${USERS}/invite`, { ...first, email })).toMatchObject({
      status: 409,
      body: {
        message: `An earlier attempt has already invited ${first.email}. Leave this form, disable that member, and invite ${email}.`,
      },
    })
    for (const change of [{ full_name: 'Day desk' }, { user_role: 'admin' }])
      expect(await postApi('superadmin', `${USERS}/invite`, { ...first, ...change })).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('with another name or role.') },
      })
    expect((await members()).filter(({ id }) => id === first.id)).toMatchObject([first])
    expect(await mailsTo(email)).toEqual([])
  })

  test.each([
    { what: 'the same invitation', ids: (first: string) => [first, first, first] },
    { what: 'invitations of one address', ids: (first: string) => [first, randomUUID(), randomUUID()] },
  ])('adds one member, who keeps their account and gets one email, for $what at a time', async ({ ids }) => {
    const first = invitation()
    const answers = await Promise.all(
      ids(first.id).map((id) => postApi('superadmin', `${USERS}/invite`, { ...first, id })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toContain(200)
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    for (const { status, body } of answers)
      if (status === 409)
        expect((body as { message: string }).message).toBe(`${first.email} is already a member.`)
    const { rows } = await database.query(
      'select m.id from public.members m join auth.users u on u.id = m.user_id where m.email = $1 and u.email = $1',
      [first.email],
    )
    expect(rows).toHaveLength(1)
    expect(await mailsTo(first.email)).toHaveLength(1)
  })

  test.each([
    ['no email address', { email: 'nobody' }],
    ['no name', { full_name: ' ' }],
    ['an invalid role name', { user_role: 'Super Admin' }],
    ['an unknown field', { status: 'active' }],
  ])('refuses an invitation with %s', async (_what, change) => {
    const answer = await postApi('superadmin', `${USERS}/invite`, { ...invitation(), ...change })
    expect(answer.status).toBe(400)
  })

  test('refuses an unknown role and creates no account', async () => {
    const wanted = { ...invitation(), user_role: 'no-such-role' }
    expect((await postApi('superadmin', `${USERS}/invite`, wanted)).status).toBe(409)
    expect((await members()).some(({ email }) => email === wanted.email)).toBe(false)
    expect((await postApi('superadmin', `${USERS}/invite`, { ...wanted, user_role: 'tech' })).status).toBe(
      200,
    )
  })

  test('refuses the address of a portal user, and creates no account', async () => {
    const database = appDatabase()
    const wanted = invitation()
    const [tenant] = await twoTenants(database)
    await database.query(
      "insert into public.portal_users (tenant_id, name, email) values ($1, 'Night desk', $2)",
      [tenant?.tenant, wanted.email],
    )
    const answer = await postApi('superadmin', `${USERS}/invite`, wanted)
    expect(answer).toMatchObject({ status: 409, body: { message: 'This address cannot be used for staff.' } })
    const { rows } = await database.query('select 1 from auth.users where email = $1', [wanted.email])
    expect(rows).toEqual([])
    await database.end()
  })

  test('sends at most three emails an hour to one address', async () => {
    const first = invitation()
    const { body } = await postApi('superadmin', `${USERS}/invite`, first)
    const path = `${USERS}/${(body as Member).id}/reset-password`
    const statuses: number[] = []
    for (let times = 0; times < 3; times++) statuses.push((await postApi('superadmin', path, {})).status)
    // The fourth, with the invitation.
    expect(statuses).toEqual([200, 200, 429])
    expect((await postApi('superadmin', path, {})).body).toMatchObject({ code: 'TR429' })
    const noted = { section: 'superadmin', tenant_id: null, body: null, state: 'sent' }
    expect(await notedMails(database, first.email)).toMatchObject([
      { kind: 'invitation', ...noted },
      { kind: 'password', ...noted },
      { kind: 'password', ...noted },
    ])
  })

  test('does not let superadmins disable or demote themselves', async () => {
    const own = (await members()).find(({ email }) => email === 'superadmin@demo.test')
    for (const change of [{ status: 'disabled' }, { user_role: 'admin' }]) {
      const answer = await postApi('superadmin', `${USERS}/${own?.id}/access`, {
        version: own?.version,
        ...change,
      })
      expect(answer).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('your own role') },
      })
    }
  })

  test('rejects a change if someone else saved a newer version', async () => {
    const first = invitation()
    const { body } = await postApi('superadmin', `${USERS}/invite`, first)
    const { id, version } = body as Member
    const rename = (full_name: string) =>
      postApi('superadmin', `${USERS}/${id}/access`, { version, full_name })
    expect((await rename('Day desk')).status).toBe(200)
    expect(await rename('Late desk')).toMatchObject({ status: 409, body: { code: 'TR409' } })
  })

  test('completes a change that is repeated because its answer was lost, and shows no conflict', async () => {
    const { body } = await postApi('superadmin', `${USERS}/invite`, invitation())
    const { id, version } = body as Member
    const disable = () => postApi('superadmin', `${USERS}/${id}/access`, { version, status: 'disabled' })
    const stored = async () => {
      const { rows } = await database.query(
        `select m.status, u.banned_until > now() as banned
         from public.members m join auth.users u on u.id = m.user_id where m.id = $1`,
        [id],
      )
      return rows[0]
    }
    const disabled = { status: 'disabled', banned: true }
    expect((await disable()).status).toBe(200)
    expect(await stored()).toEqual(disabled)
    // As if the server had been killed before it banned the account.
    await database.query(
      'update auth.users u set banned_until = null from public.members m where m.user_id = u.id and m.id = $1',
      [id],
    )
    expect(await disable()).toMatchObject({ status: 200, body: { status: 'disabled' } })
    expect(await stored()).toEqual(disabled)
  })

  test('keeps the ban and the name of a superadmin from members who may manage users but have fewer permissions', async () => {
    await ensureMember(database, 'made-for-users', ['superadmin.view', 'superadmin.edit'])
    const { body } = await postApi('superadmin', `${USERS}/invite`, {
      ...invitation(),
      user_role: 'superadmin',
    })
    const { id, version } = body as Member
    // As an operator does outside of the app during an incident.
    await database.query(
      "update auth.users u set banned_until = now() + interval '1 day' from public.members m where m.user_id = u.id and m.id = $1",
      [id],
    )
    const stored = async () =>
      (
        await database.query(
          `select m.status, m.full_name, u.banned_until > now() as banned
           from public.members m join auth.users u on u.id = m.user_id where m.id = $1`,
          [id],
        )
      ).rows
    const before = await stored()
    for (const change of [{ status: 'active' }, { full_name: 'Renamed' }]) {
      const answer = await postApi('made-for-users', `${USERS}/${id}/access`, { version, ...change })
      expect(answer.status).toBe(403)
    }
    expect(await stored()).toEqual(before)
    expect(before).toMatchObject([{ status: 'active', banned: true }])
  })
})
