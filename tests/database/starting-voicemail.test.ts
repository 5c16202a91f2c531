import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { query } from '../support/database'
import { insertTenant } from '../support/factories/companies'
import { newTenantSettings } from '../support/factories/people'
import { type Given, insertRow, newId, unique } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'
import { planFor, sold } from '../support/factories/won'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const OFF = { voicemail_enabled: false, voicemail_attach: false, voicemail_keep: false }
const ON = { voicemail_enabled: true, voicemail_attach: true, voicemail_keep: true }

async function tenantWith(settings: Given<'tenant_settings'> = {}) {
  const { tenant, company } = await insertTenant(`Harbor ${unique()}`)
  await insertRow('tenant_settings', await newTenantSettings({ ...settings, tenant_id: tenant.id }))
  return { tenant: tenant.id, company: company.id }
}

type Arranged = Awaited<ReturnType<typeof tenantWith>>

/** The ways to add extension 1001 to a tenant without saying anything of its voicemail. */
const WAYS: [string, (to: Arranged) => PromiseLike<{ error: unknown }>][] = [
  [
    'inserted',
    ({ tenant }) => callers.tech.client.from('extensions').insert({ tenant_id: tenant, extension: '1001' }),
  ],
  [
    'imported from a file',
    ({ tenant }) =>
      callers.tech.client.rpc('import_records', {
        target_table: 'extensions',
        tenant,
        key_columns: ['extension'],
        rows: [{ extension: '1001', voicemail_email: 'desk@harbor.example' }],
        dry_run: false,
      }),
  ],
  [
    'added in a range',
    ({ tenant }) =>
      callers.tech.client.rpc('add_extensions', { tenant, new_rows: [{ id: newId(), extension: '1001' }] }),
  ],
  [
    'added for a new hire',
    ({ tenant }) =>
      callers.tech.client.rpc('add_new_hire', {
        tenant,
        hire: { extension: { id: newId(), extension: '1001' } },
      }),
  ],
  [
    'added for a won opportunity',
    async ({ company }) => {
      const { id, model } = await sold({ company_id: company })
      const plan = { ...planFor(model), tenant: null, extensions: { first: 1001, count: 1 } }
      return callers.admin.client.rpc('run_won_plan', { opportunity: id, plan })
    },
  ],
]

describe.each(WAYS)('the voicemail of an extension that is %s', (_way, add) => {
  const added = async (settings: Given<'tenant_settings'>) => {
    const to = await tenantWith(settings)
    expect((await add(to)).error).toBeNull()
    const [extension] = await query(
      'select voicemail_enabled, voicemail_attach, voicemail_keep from public.extensions where tenant_id = $1',
      [to.tenant],
    )
    return extension
  }

  test('is as the tenant’s settings say', async () => {
    expect(await added(OFF)).toEqual(OFF)
  })

  test('is as the product’s settings say where the tenant’s say nothing', async () => {
    expect(await added({ voicemail_attach: false })).toEqual({ ...ON, voicemail_attach: false })
  })
})

test('the voicemail of a new extension is as given where it is given', async () => {
  const { tenant } = await tenantWith(OFF)
  const given = await newExtension({ tenant_id: tenant, voicemail_attach: true })
  expect(await insertRow('extensions', given)).toMatchObject({ ...OFF, voicemail_attach: true })
})

test('an extension of a tenant without settings starts with the product’s voicemail', async () => {
  const { tenant } = await insertTenant(`Harbor ${unique()}`)
  expect(await insertRow('extensions', await newExtension({ tenant_id: tenant.id }))).toMatchObject(ON)
})
