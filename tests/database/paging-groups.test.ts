import { beforeEach, describe, expect, test } from 'vitest'
import { query } from '../support/database'
import { FACTORIES } from '../support/factories'
import { newPagingGroup, newPagingGroupMember } from '../support/factories/call-groups'
import { newTenant } from '../support/factories/companies'
import { insertRow } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'

let tenant: string
beforeEach(async () => {
  tenant = (await insertRow('tenants', await newTenant())).id
})
const group = async () => (await insertRow('paging_groups', await newPagingGroup({ tenant_id: tenant }))).id

async function failureOf(work: Promise<unknown>): Promise<{ code?: string; message?: string }> {
  return work.then(
    () => ({}),
    (error: { code: string; message: string }) => error,
  )
}

describe('a paging group', () => {
  test('reserves its number, is a destination, and counts its members', async () => {
    const id = await group()
    const taken = await FACTORIES.ring_groups({ tenant_id: tenant, number: '6900' })
    expect((await failureOf(insertRow('ring_groups', taken))).message).toBe(
      '6900 is already taken by the paging group Warehouse.',
    )
    await insertRow(
      'paging_group_members',
      await newPagingGroupMember({ tenant_id: tenant, paging_group_id: id }),
    )
    expect(
      await query(
        `select d.kind, d.number, g.members from public.destinations d
         join public.paging_group_list g on g.id = d.record_id where d.id = $1`,
        [id],
      ),
    ).toEqual([{ kind: 'paging_groups', number: '6900', members: 1 }])
  })

  test('contains an extension only once, and none of another tenant', async () => {
    const id = await group()
    const phone = await insertRow('extensions', await newExtension({ tenant_id: tenant, extension: '1001' }))
    const foreign = await insertRow('extensions', await newExtension())
    const add = async (extension_id: string) =>
      insertRow(
        'paging_group_members',
        await newPagingGroupMember({ tenant_id: tenant, paging_group_id: id, extension_id }),
      )
    await add(phone.id)
    expect(await failureOf(add(phone.id))).toMatchObject({ code: '23505' })
    expect(await failureOf(add(foreign.id))).toMatchObject({ code: '23503' })
  })

  test('cannot share its number with an option of a direct-dial menu', async () => {
    const menu = await insertRow(
      'ivr_menus',
      await FACTORIES.ivr_menus({ tenant_id: tenant, direct_dial: true, digit_length: 4 }),
    )
    await insertRow(
      'ivr_menu_options',
      await FACTORIES.ivr_menu_options({ tenant_id: tenant, ivr_menu_id: menu.id, digits: '6900' }),
    )
    expect(await failureOf(group())).toEqual({})
  })
})
