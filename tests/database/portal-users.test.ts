import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole, type Role, serviceClient, signIn } from '../support/clients'
import { become, becomeOwner, failure, query, rolledBack, storedRow } from '../support/database'
import { FACTORIES } from '../support/factories'
import { type Given, insertRow, unique } from '../support/factories/row'
import { memberWith } from '../support/members'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const makeUser = async (given: Given<'portal_users'> = {}) =>
  insertRow('portal_users', await FACTORIES.portal_users(given))
const change = (id: string, values: Given<'portal_users'>) =>
  callers.tech.client.from('portal_users').update(values).eq('id', id)

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'stored',
    (error: Error) => error.message,
  )

describe('a portal user', () => {
  test.each<[string, Given<'portal_users'>]>([
    ['no name', { name: ' ' }],
    ['an address with capitals', { email: 'Desk@harbor.example' }],
    ['an invalid address', { email: 'desk' }],
    ['a staff role', { role: 'superadmin' }],
    ['an unknown time zone', { time_zone: 'Mars/Olympus' }],
  ])('is rejected with %s', async (_, values) => {
    const user = await makeUser()
    expect((await change(user.id, values)).error?.code).toBe('23514')
    expect(await storedRow('portal_users', user.id)).toEqual(user)
  })

  test('cannot have the address of a staff member, or vice versa', async () => {
    const user = await makeUser()
    const ofStaff = await FACTORIES.portal_users({ email: 'tech@demo.test' })
    expect(await refusalOf(insertRow('portal_users', ofStaff))).toBe(
      'This address cannot be used for a portal user.',
    )
    const member = await FACTORIES.members({ email: user.email })
    expect(await refusalOf(insertRow('members', member))).toBe('This address cannot be used for staff.')
    expect(await query('select 1 from public.portal_users where email = $1', [ofStaff.email])).toEqual([])
  })

  test('has an email address unique in the tenant, which another tenant may use as well', async () => {
    const user = await makeUser()
    const again = await FACTORIES.portal_users({ tenant_id: user.tenant_id, email: user.email })
    expect((await callers.tech.client.from('portal_users').insert(again)).error?.code).toBe('23505')
    const elsewhere = await FACTORIES.portal_users({ email: user.email })
    expect((await callers.tech.client.from('portal_users').insert(elsewhere)).error).toBeNull()
  })

  test('cannot be marked as invited or accepted by hand', async () => {
    const user = await makeUser()
    const forged = [
      { accepted_at: '2026-02-01T10:00:00Z' },
      { invited_at: '2026-02-01T10:00:00Z' },
      { auth_user_id: callers.tech.userId },
    ]
    for (const values of forged) expect((await change(user.id, values)).error?.code).toBe('42501')
    const row = await FACTORIES.portal_users({ accepted_at: '2026-02-01T10:00:00Z' })
    expect((await callers.tech.client.from('portal_users').insert(row)).error?.code).toBe('42501')
    expect(await storedRow('portal_users', user.id)).toEqual(user)
  })

  test('needs a new invitation after a change of address', async () => {
    const user = await makeUser({ invited_at: '2026-02-01T10:00:00Z', accepted_at: '2026-02-02T10:00:00Z' })
    const email = `other-${unique()}@harbor.example`
    expect((await change(user.id, { email })).error).toBeNull()
    expect(await storedRow('portal_users', user.id)).toMatchObject({
      email,
      invited_at: null,
      accepted_at: null,
    })
  })

  test('has only extensions of the tenant, each once', async () => {
    const link = await insertRow('portal_user_extensions', await FACTORIES.portal_user_extensions())
    const table = callers.tech.client.from('portal_user_extensions')
    const own = { tenant_id: link.tenant_id, portal_user_id: link.portal_user_id }
    const again = await FACTORIES.portal_user_extensions({ ...own, extension_id: link.extension_id })
    expect((await table.insert(again)).error?.code).toBe('23505')
    const elsewhere = await insertRow('extensions', await FACTORIES.extensions())
    const foreign = await FACTORIES.portal_user_extensions({ ...own, extension_id: elsewhere.id })
    expect((await table.insert(foreign)).error?.code).toBe('23503')
  })

  test('keeps an extension from being deleted, and is named in the error', async () => {
    const link = await insertRow('portal_user_extensions', await FACTORIES.portal_user_extensions())
    const { client } = callers.tech
    expect((await client.from('extensions').delete().eq('id', link.extension_id)).error?.code).toBe('23503')
    const { data } = await client.rpc('used_by', { target_table: 'extensions', target: link.extension_id })
    expect(data).toEqual([
      expect.objectContaining({
        table_name: 'portal_users',
        record_id: link.portal_user_id,
        label: 'Night desk',
      }),
    ])
  })

  test('is listed with extensions and invitation status', async () => {
    const link = await insertRow('portal_user_extensions', await FACTORIES.portal_user_extensions())
    const own = { tenant_id: link.tenant_id }
    await makeUser({ ...own, name: 'Invited', invited_at: '2026-02-01T10:00:00Z' })
    await makeUser({ ...own, name: 'Off', enabled: false })
    const { data } = await callers.tech.client.rpc('record_page', {
      target_table: 'portal_users',
      tenant: link.tenant_id,
    })
    expect(data).toEqual([
      expect.objectContaining({ name: 'Invited', standing: 'invited', extensions: null }),
      expect.objectContaining({ name: 'Night desk', standing: 'new', extensions: '2001' }),
      expect.objectContaining({ name: 'Off', standing: 'disabled' }),
    ])
  })
})

describe('an invitation', () => {
  /** A user whose address has an account. */
  const inviteUser = async () => {
    const user = await makeUser()
    const made = await serviceClient().auth.admin.createUser({ email: user.email, email_confirm: true })
    return { user, account: made.data.user?.id ?? '' }
  }

  test('is not recorded for a user who has been given another address while it was sent', async () => {
    const { user, account } = await inviteUser()
    await change(user.id, { email: `${unique()}@customer.example`, version: user.version + 1 }).throwOnError()
    const changed = await storedRow('portal_users', user.id)
    const { error } = await serviceClient().rpc('record_invitation', {
      portal_user: user.id,
      account,
      sender: callers.tech.userId ?? '',
    })
    expect(error).toMatchObject({
      code: '23514',
      message: 'This user’s address has changed since. Check it and invite them again.',
    })
    expect(await storedRow('portal_users', user.id)).toEqual(changed)
  })

  test('is recorded only by the server, with the sender', async () => {
    const { user, account } = await inviteUser()
    const note = {
      portal_user: user.id,
      account,
      sender: callers.tech.userId ?? '',
    }
    for (const role of ['anon', 'tech', 'superadmin'] as const) {
      expect((await callers[role].client.rpc('record_invitation', note)).error?.code).toBe('42501')
    }
    expect(await storedRow('portal_users', user.id)).toEqual(user)
    expect((await serviceClient().rpc('record_invitation', note)).error).toBeNull()
    // That account confirmed its address long ago, so there is nothing left to accept.
    expect(await storedRow('portal_users', user.id)).toMatchObject({
      auth_user_id: account,
      invited_at: expect.any(String),
      accepted_at: expect.any(String),
    })
    const [entry] = await query(
      "select actor_email from public.audit_log where record_id = $1 and action = 'update'",
      [user.id],
    )
    expect(entry).toEqual({ actor_email: 'tech@demo.test' })
  })

  test('comes back with a restored user only for someone who may create users', async () => {
    const { id, tenant_id, name, email } = await makeUser()
    const invited = await serviceClient().auth.admin.inviteUserByEmail(email)
    const account = invited.data.user?.id ?? ''
    await query('update public.portal_users set auth_user_id = $1, invited_at = now() where id = $2', [
      account,
      id,
    ])
    await query('delete from public.portal_users where id = $1', [id])
    await insertRow('portal_users', await FACTORIES.portal_users({ id, tenant_id, name, email }))
    const others = await memberWith('telephony.view', 'telephony.edit', 'telephony.delete', 'billing.create')
    const creator = await memberWith('telephony.view', 'telephony.create')
    await rolledBack(async (client) => {
      await become(client, others.userId)
      expect(await failure(client, 'select private.restore_invitation($1)', [id])).toBe('42501')
      await becomeOwner(client)
      expect(await storedRow('portal_users', id, client)).toMatchObject({
        auth_user_id: null,
        invited_at: null,
      })
      await become(client, creator.userId)
      await client.query('select private.restore_invitation($1)', [id])
      await becomeOwner(client)
      expect(await storedRow('portal_users', id, client)).toMatchObject({
        auth_user_id: account,
        invited_at: expect.any(String),
      })
    })
  })

  test('may sign in while a user of any tenant has its account and is enabled', async () => {
    const service = serviceClient()
    const user = await makeUser()
    const elsewhere = await makeUser({ email: user.email, enabled: false })
    const password = 'Portal-trial-2468'
    const made = await service.auth.admin.createUser({ email: user.email, password, email_confirm: true })
    const account = made.data.user?.id ?? ''
    for (const { id } of [user, elsewhere])
      await query('update public.portal_users set auth_user_id = $1 where id = $2', [account, id])
    const client = await signIn(user.email, password)
    const attempt = () =>
      signIn(user.email, password).then(
        () => 'signed in',
        () => 'refused',
      )

    expect((await change(user.id, { enabled: false })).error).toBeNull()
    expect(await attempt()).toBe('refused')
    expect((await client.auth.refreshSession()).error).not.toBeNull()
    expect(await query('select 1 from auth.sessions where user_id = $1', [account])).toEqual([])

    expect((await change(elsewhere.id, { enabled: true })).error).toBeNull()
    expect(await attempt()).toBe('signed in')
    expect((await change(user.id, { enabled: true })).error).toBeNull()
    await query('delete from public.portal_users where id = $1', [elsewhere.id])
    expect(await attempt()).toBe('signed in')
    expect((await change(user.id, { email: `other-${unique()}@harbor.example` })).error).toBeNull()
    expect(await attempt()).toBe('refused')
  })

  test('grants no rights in this app once accepted', async () => {
    const service = serviceClient()
    const user = await makeUser()
    const invited = await service.auth.admin.inviteUserByEmail(user.email)
    const account = invited.data.user?.id ?? ''
    await query('update public.portal_users set auth_user_id = $1, invited_at = now() where id = $2', [
      account,
      user.id,
    ])
    expect(await storedRow('portal_users', user.id)).toMatchObject({ accepted_at: null })
    await service.auth.admin.updateUserById(account, { password: 'Portal-trial-2468', email_confirm: true })
    expect(await storedRow('portal_users', user.id)).toMatchObject({ accepted_at: expect.any(String) })

    const client = await signIn(user.email, 'Portal-trial-2468')
    expect(await query('select 1 from public.members where user_id = $1', [account])).toEqual([])
    for (const table of ['portal_users', 'extensions', 'tenants', 'tenant_settings'] as const) {
      expect((await client.from(table).select('id')).data).toEqual([])
    }
    const row = await FACTORIES.extensions({ tenant_id: user.tenant_id })
    expect((await client.from('extensions').insert(row)).error?.code).toBe('42501')
    await client.from('portal_users').update({ role: 'tenant_admin' }).eq('id', user.id)
    expect(await storedRow('portal_users', user.id)).toMatchObject({ role: 'user' })
  })
})
