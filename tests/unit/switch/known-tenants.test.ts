import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '@/lib/supabase/database.types'
import { KnownTenants } from '@/lib/switch/known-tenants'
import type { Vault } from '@/lib/vault/vault'

/** The tenants in the database, by id. */
let stored: Record<string, { version: number; domain: string }>
let tenants: KnownTenants
beforeEach(() => {
  stored = { one: { version: 10, domain: 'one.test' }, two: { version: 10, domain: 'two.test' } }
  const rpc = (name: string, { tenant = '' }: { tenant?: string }) => {
    const { version = 0, domain } = stored[tenant] ?? {}
    const snapshot = [{ version, columns: { tenants: ['id', 'domain'] } }, ['tenants', tenant, domain]]
    const answer = { data: name === 'tenant_snapshot' ? snapshot : [], error: null }
    return Object.assign(Promise.resolve(answer), { throwOnError: () => Promise.resolve(answer) })
  }
  tenants = new KnownTenants({ rpc } as unknown as SupabaseClient<Database>, () => ({}) as Vault)
})

const versions = () => Object.fromEntries(Object.entries(stored).map(([id, { version }]) => [id, version]))
const asked = () => ({ versions: versions(), askedAt: performance.now() })
const domainOf = async (id: string, admitted = asked()) =>
  (await tenants.find(admitted, { id }))?.snapshot.tenant.domain
const change = (id: string, domain: string, by = 1) => {
  const { version = 0 } = stored[id] ?? {}
  stored[id] = { version: version + by, domain }
}

describe('a cached tenant', () => {
  test('is the stored one after a change', async () => {
    expect(await domainOf('one')).toBe('one.test')
    change('one', 'changed.test')
    expect(await domainOf('one')).toBe('changed.test')
  })

  test('stays when an admission arrives that was asked for before it', async () => {
    const before = asked()
    change('one', 'changed.test')
    expect(await domainOf('one')).toBe('changed.test')
    stored.one = { version: 12, domain: 'unread.test' }
    expect(await domainOf('one', before)).toBe('changed.test')
  })

  test('is the restored one at once after an older state of the database was restored', async () => {
    change('one', 'lost.test')
    change('two', 'lost.test')
    expect([await domainOf('one'), await domainOf('two')]).toEqual(['lost.test', 'lost.test'])
    stored = { one: { version: 10, domain: 'one.test' }, two: { version: 10, domain: 'two.test' } }
    // Its version is the lost one again.
    change('two', 'changed.test')
    expect([await domainOf('one'), await domainOf('two')]).toEqual(['one.test', 'changed.test'])
  })
})
