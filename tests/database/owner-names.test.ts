import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole, newMember, type Role } from '../support/clients'
import { query } from '../support/database'
import { newCompany } from '../support/factories/companies'
import { insertRow, unique } from '../support/factories/row'
import { newOpportunity } from '../support/factories/sales'

let callers: Record<Role, Caller>
let owner: string
let company: string
let opportunity: string
beforeAll(async () => {
  callers = await callersByRole()
  owner = (await newMember('admin')).memberId
  company = (await insertRow('companies', await newCompany({ owner_id: owner, name: `Owned ${unique()}` })))
    .id
  opportunity = (
    await insertRow('opportunities', await newOpportunity({ company_id: company, owner_id: owner }))
  ).id
})

/** The owner's name in each list that shows it. */
async function shownTo(role: Role) {
  const { client } = callers[role]
  const [customers, opportunities, board, owners] = await Promise.all([
    client.from('customer_list').select('owner_name').eq('id', company),
    client.from('opportunity_list').select('owner_name').eq('id', opportunity),
    client.rpc('pipeline', { shown: 200 }),
    client.rpc('owners'),
  ])
  const cards = (board.data ?? []).flatMap(
    ({ cards }) => cards as { id: string; owner_name: string | null }[],
  )
  return {
    customer: customers.data?.[0]?.owner_name,
    opportunity: opportunities.data?.[0]?.owner_name,
    board: cards.find(({ id }) => id === opportunity)?.owner_name,
    owner: owners.data?.find(({ id }) => id === owner),
  }
}

describe('the owner of a customer or an opportunity', () => {
  test.each(['admin', 'superadmin'] as const)('is shown by name to %s', async (role) => {
    expect(await shownTo(role)).toEqual({
      customer: 'Test desk',
      opportunity: 'Test desk',
      board: 'Test desk',
      owner: { id: owner, name: 'Test desk', may_own: true },
    })
  })

  test.each(['tech', 'disabled', 'nomember', 'anon'] as const)('is not shown to %s', async (role) => {
    const { opportunity: seen, board, owner: listed } = await shownTo(role)
    expect([seen, board, listed]).toEqual([undefined, undefined, undefined])
  })

  test('grants no access to the member records themselves', async () => {
    const { data } = await callers.admin.client.from('members').select('id').eq('id', owner)
    expect(data).toEqual([])
  })

  test('is still shown after losing access, by email address if there is no name', async () => {
    const { memberId } = await newMember('admin')
    const { id } = await insertRow('companies', await newCompany({ owner_id: memberId }))
    await query("update public.members set status = 'disabled', full_name = '' where id = $1", [memberId])
    const { client } = callers.admin
    const [{ email } = { email: '' }] = await query<{ email: string }>(
      'select email from public.members where id = $1',
      [memberId],
    )
    const { data } = await client.from('customer_list').select('owner_name').eq('id', id).single()
    expect(data?.owner_name).toBe(email)
    const owners = (await client.rpc('owners')).data
    expect(owners?.find((one) => one.id === memberId)).toEqual({ id: memberId, name: email, may_own: false })
  })
})
