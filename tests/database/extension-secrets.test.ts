import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { weaknessOf } from '@/lib/secrets'
import { switchStore } from '@/lib/switch/store'
import { serviceClient } from '../support/clients'
import { query } from '../support/database'
import { newTenant } from '../support/factories/companies'
import { insertRow } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'
import { keepSecret, secretOf, VAULT } from '../support/vault'

test('the switch gets password hashes, and a new password changes them', async () => {
  const service = serviceClient()
  const tenant = await insertRow('tenants', await newTenant())
  const phone = await insertRow('extensions', await newExtension({ tenant_id: tenant.id, extension: '1001' }))
  const store = switchStore(service, () => VAULT)
  const hashes = async () => {
    const state = await store.tenantOf(
      { outcome: 'admitted', versions: { [tenant.id]: Number(await stamp()) } } as never,
      { domain: tenant.domain },
    )
    return state?.hashes.get(phone.id)
  }
  const stamp = async () =>
    (
      await query<{ version: string }>('select version from public.tenant_versions where tenant_id = $1', [
        tenant.id,
      ])
    )[0]?.version
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')
  const password = await secretOf(phone.id, 'sip_password')
  expect(await hashes()).toEqual({ sip: md5(`1001:${tenant.domain}:${password}`), voicemail: null })
  const before = await stamp()
  expect(await stamp()).toEqual(before)
  const place = { owner: phone.id, field: 'sip_password' }
  await keepSecret(tenant.id, 'extensions', place, 'Another-password-of-1001')
  expect(await stamp()).not.toEqual(before)
  const after = await service.rpc('sip_secrets', { tenant: tenant.id }).throwOnError()
  const [secret] = after.data as { sealed: string }[]
  expect(VAULT.open(secret?.sealed ?? '', place)).toBe('Another-password-of-1001')
})

test('the server generates a PIN when the database asks for one', async () => {
  const { id, tenant_id } = await insertRow('extensions', await newExtension())
  await query(
    `insert into public.secrets (tenant_id, owner_table, owner_id, field) values ($1, 'extensions', $2, 'voicemail_pin')`,
    [tenant_id, id],
  )
  expect(weaknessOf('pin', (await secretOf(id, 'voicemail_pin')) ?? '')).toBeUndefined()
  expect(weaknessOf('password', (await secretOf(id, 'sip_password')) ?? '')).toBeUndefined()
})
