import { describe, expect, test } from 'vitest'
import { ageSignIn, type Client, newMember } from '../support/clients'
import { query, storedRow } from '../support/database'
import { newMemberRecord } from '../support/factories/access'
import { newPortalUser } from '../support/factories/people'
import { insertRow, unique } from '../support/factories/row'
import { MANAGES, memberWith } from '../support/members'

describe('a member’s email address', () => {
  test('must match their account', async () => {
    const [superadmin, member] = [await newMember('superadmin'), await newMember('tech')]
    const before = await storedRow('members', member.memberId)
    const { error } = await superadmin.client
      .from('members')
      .update({ email: 'somebody-else@example.test' })
      .eq('id', member.memberId)
    expect(error?.code).toBe('23514')
    expect(await storedRow('members', member.memberId)).toEqual(before)
    const row = { ...(await newMemberRecord()), email: 'somebody-else@example.test' }
    expect((await superadmin.client.from('members').insert(row)).error?.code).toBe('23514')
    expect(await storedRow('members', row.id)).toBeUndefined()
  })

  test('does not follow their account to a portal user’s', async () => {
    const member = await newMember('tech')
    const before = await storedRow('members', member.memberId)
    const { email } = await insertRow('portal_users', await newPortalUser())
    await expect(
      query('update auth.users set email = $2 where id = $1', [member.userId, email]),
    ).rejects.toMatchObject({ code: '23514' })
    expect(await storedRow('members', member.memberId)).toEqual(before)
  })

  test('cannot be a portal user’s, or the other way around', async () => {
    const [superadmin, tech] = [await newMember('superadmin'), await newMember('tech')]
    const staff = String((await storedRow('members', tech.memberId))?.email)
    const user = await insertRow('portal_users', await newPortalUser())
    const wanted = { ...(await newPortalUser()), email: staff }
    expect((await tech.client.from('portal_users').insert(wanted)).error?.code).toBe('23514')
    expect(await storedRow('portal_users', wanted.id)).toBeUndefined()
    await tech.client.from('portal_users').update({ email: staff }).eq('id', user.id)
    expect(await storedRow('portal_users', user.id)).toMatchObject({ email: user.email })
    // Not even the server can link a member's account to a portal user, whatever its address.
    await expect(
      query('update public.portal_users set auth_user_id = $2 where id = $1', [user.id, tech.userId]),
    ).rejects.toMatchObject({ code: '23514' })

    const account = await newMemberRecord()
    await query('update public.portal_users set auth_user_id = $2 where id = $1', [user.id, account.user_id])
    expect((await superadmin.client.from('members').insert(account)).error?.code).toBe('23514')
    expect(await storedRow('members', account.id)).toBeUndefined()
  })

  test('cannot be probed by users without the right to manage portal users', async () => {
    const outsider = await memberWith('sales.view')
    for (const email of ['tech@demo.test', `nobody-${unique()}@example.test`]) {
      const row = { ...(await newPortalUser()), email }
      expect((await outsider.client.from('portal_users').insert(row)).error?.code).toBe('42501')
    }
  })
})

describe('emails about accounts', () => {
  const invite = (client: Client, email: string, user_role = 'tech') =>
    client.rpc('prepare_invitation', { email, user_role })

  test('are limited to three per hour per address, across all senders', async () => {
    const [one, two] = [await newMember('superadmin'), await newMember('superadmin')]
    const email = `often-${unique()}@example.test`
    const answers = await Promise.all([one, two, one, two].map(({ client }) => invite(client, email)))
    expect(answers.map(({ error }) => error?.code).sort()).toEqual(['TR429', undefined, undefined, undefined])
    expect((await invite(one.client, email.toUpperCase())).error?.code).toBe('TR429')
    await query(
      "update private.account_mails set sent_at = now() - interval '61 minutes' where address = $1",
      [email],
    )
    expect((await invite(one.client, email)).error).toBeNull()
  })

  test('are limited to a hundred per hour per sender', async () => {
    const { client, userId } = await newMember('superadmin')
    await query(
      "insert into private.account_mails (actor, address) select $1, 'somebody-' || n || '@example.test' from generate_series(1, 99) n",
      [userId],
    )
    expect((await invite(client, `last-${unique()}@example.test`)).error).toBeNull()
    expect((await invite(client, `more-${unique()}@example.test`)).error?.code).toBe('TR429')
  })

  test('are refused for a role with more rights, for a portal user, or after ten minutes', async () => {
    const manager = await memberWith(...MANAGES)
    const email = `wanted-${unique()}@example.test`
    expect((await invite(manager.client, email, 'superadmin')).error?.code).toBe('42501')
    const user = await insertRow('portal_users', await newPortalUser())
    const superadmin = await newMember('superadmin')
    expect((await invite(superadmin.client, user.email)).error?.code).toBe('23514')
    await ageSignIn(superadmin.client)
    expect((await invite(superadmin.client, email)).error?.code).toBe('TR401')
    expect(
      await query('select 1 from private.account_mails where address in ($1, $2)', [email, user.email]),
    ).toEqual([])
  })
})
