import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '@/lib/supabase/database.types'
import { toFile } from '@/lib/switch/agent/tenant-file'
import { extensionAnswer } from '@/lib/switch/serve'
import { switchStore } from '@/lib/switch/store'
import type { TenantState } from '@/lib/switch/switch-store'
import { loadTenantState } from '@/lib/switch/tenant-state'
import { provisioningStore } from '@/lib/telephony/provisioning/server/store'
import { makeSecrets, opensStored, resealSecrets } from '@/lib/vault/seal-secrets'
import { MissingKey, newKey, parseKeys, Vault } from '@/lib/vault/vault'
import { callerOf, serviceClient } from '../support/clients'
import { query } from '../support/database'
import { FACTORIES } from '../support/factories'
import { newConferenceRoom } from '../support/factories/call-groups'
import { newDeviceLine } from '../support/factories/devices'
import { newGateway } from '../support/factories/gateways'
import { insertRow } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'
import { secretOf, VAULT } from '../support/vault'

const service = serviceClient()
/** Of a server that was set up with a key of its own. */
const OTHER = new Vault(parseKeys(newKey()))

let phone: { id: string; tenant_id: string; extension: string }
beforeAll(async () => {
  phone = await insertRow('extensions', await FACTORIES.extensions())
  await secretOf(phone.id, 'sip_password')
  await secretOf(phone.tenant_id, 'provisioning_password')
})

const sealedOf = async (owner: string) =>
  (
    await query<{ sealed: string | null }>('select sealed from public.secrets where owner_id = $1', [owner])
  )[0]?.sealed

async function stateBy(vault: Vault, tenant = phone.tenant_id): Promise<TenantState> {
  const state = await loadTenantState(service, vault, tenant)
  if (!state) throw new Error('The tenant is missing.')
  return state
}
const answerAbout = (state: TenantState, user = phone.extension) =>
  extensionAnswer(state, { section: 'directory', user, domain: state.snapshot.tenant.domain }, false)

describe('a server that has another key than the others', () => {
  test('tells neither a switch nor its agent that a phone has no password, and routes calls', async () => {
    const state = await stateBy(OTHER)
    expect(() => answerAbout(state)).toThrow(MissingKey)
    expect(() => toFile(state)).toThrow(MissingKey)
    expect(state.snapshot.extensions.map(({ id }) => id)).toContain(phone.id)
    const right = await stateBy(VAULT)
    expect(answerAbout(right)).toContain('a1-hash')
    expect(toFile(right).hashes.map(([id]) => id)).toContain(phone.id)
  })

  test('gives no phone a file without the password', async () => {
    const line = await insertRow('device_lines', await newDeviceLine())
    const [device] = await query<{ mac: string }>('select mac from public.devices where id = $1', [
      line.device_id,
    ])
    const password = await secretOf(line.extension_id, 'sip_password')
    const fileBy = (vault: Vault) =>
      provisioningStore(service, vault).configuration(line.tenant_id, device?.mac ?? '', '')
    expect(await fileBy(VAULT)).toMatchObject({ lines: [{ password }] })
    await expect(fileBy(OTHER)).rejects.toThrow(MissingKey)
  })

  test('gives no switch a gateway without the password', async () => {
    const gateway = await insertRow('gateways', await newGateway())
    await query(
      `insert into public.secrets (owner_table, owner_id, field, sealed) values ('gateways', $1, 'password', $2)`,
      [gateway.id, VAULT.seal('carrier-secret', { owner: gateway.id, field: 'password' })],
    )
    const listedBy = (vault: Vault) => switchStore(service, () => vault).gateways()
    const listed = (await listedBy(VAULT)).find(({ name }) => name === gateway.name)
    expect(listed).toMatchObject({ password: 'carrier-secret' })
    await expect(listedBy(OTHER)).rejects.toThrow(MissingKey)
  })

  test('generates nothing that the others could not read', async () => {
    const made = await insertRow('extensions', await FACTORIES.extensions())
    expect(await opensStored(service, OTHER)).toBe(false)
    await expect(makeSecrets(service, OTHER, { owner: made.id })).rejects.toThrow(MissingKey)
    const state = await stateBy(OTHER, made.tenant_id)
    expect(() => answerAbout(state, made.extension)).toThrow(MissingKey)
    expect(await sealedOf(made.id)).toBeNull()
    expect(await opensStored(service, VAULT)).toBe(true)
    await makeSecrets(service, VAULT, { owner: made.id })
    expect(await sealedOf(made.id)).toMatch(/^test\./)
  })
})

test('a damaged password is that of nobody, and holds up no other phone', async () => {
  const broken = await insertRow(
    'extensions',
    await newExtension({ tenant_id: phone.tenant_id, extension: '2002' }),
  )
  await secretOf(broken.id, 'sip_password')
  await query('update public.secrets set sealed = $2 where owner_id = $1', [
    broken.id,
    VAULT.seal('Abcdefghij-0123456789', { owner: phone.id, field: 'sip_password' }),
  ])
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const ids = toFile(await stateBy(VAULT)).hashes.map(([id]) => id)
  expect(log).toHaveBeenCalledOnce()
  log.mockRestore()
  expect(ids).toContain(phone.id)
  expect(ids).not.toContain(broken.id)
})

/** Runs it while nothing is logged, and returns the errors that would have been. */
async function quietly(work: () => Promise<void>): Promise<string[]> {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    await work()
    return log.mock.calls.map((said) => said.join(' '))
  } finally {
    log.mockRestore()
  }
}

describe('one secret with a lost key among others', () => {
  const lose = (owner: string, field: string) =>
    query('update public.secrets set sealed = $2 where owner_id = $1', [
      owner,
      OTHER.seal('Abcdefghij-0123456789', { owner, field }),
    ])

  test('is that of nobody, and holds up neither the agent’s tenant nor another phone', async () => {
    const given = await newExtension({ tenant_id: phone.tenant_id, extension: '2003' })
    const stale = await insertRow('extensions', given)
    await secretOf(stale.id, 'sip_password')
    await lose(stale.id, 'sip_password')
    const logged = await quietly(async () => {
      const state = await stateBy(VAULT)
      expect(answerAbout(state)).toContain('a1-hash')
      expect(answerAbout(state, stale.extension)).not.toContain('"a1-hash"')
      const ids = toFile(state).hashes.map(([id]) => id)
      expect(ids).toContain(phone.id)
      expect(ids).not.toContain(stale.id)
    })
    // One line for all of them, without a stack.
    expect(logged).toEqual([
      expect.stringMatching(/^Secrets that cannot be opened.*: [2-9], of [0-9a-f-]{36}, /),
    ])
    expect(logged[0]).toContain(stale.id)
  })

  test('leaves its phone a file without that password', async () => {
    const line = await insertRow('device_lines', await newDeviceLine())
    await secretOf(line.extension_id, 'sip_password')
    await lose(line.extension_id, 'sip_password')
    const [device] = await query<{ mac: string }>('select mac from public.devices where id = $1', [
      line.device_id,
    ])
    const logged = await quietly(async () => {
      const found = await provisioningStore(service, VAULT).configuration(
        line.tenant_id,
        device?.mac ?? '',
        '',
      )
      expect(found).toMatchObject({ lines: [{ password: null }] })
    })
    expect(logged).toEqual([expect.stringContaining(line.extension_id)])
  })

  test('keeps a switch from none of the other gateways', async () => {
    const [whole, stale] = [
      await insertRow('gateways', await newGateway()),
      await insertRow('gateways', await newGateway()),
    ]
    for (const [vault, { id: owner }] of [
      [VAULT, whole],
      [OTHER, stale],
    ] as const)
      await query(
        `insert into public.secrets (owner_table, owner_id, field, sealed) values ('gateways', $1, 'password', $2)`,
        [owner, vault.seal('carrier-secret', { owner, field: 'password' })],
      )
    const logged = await quietly(async () => {
      const listed = await switchStore(service, () => VAULT).gateways()
      const passwordOf = ({ name }: { name: string }) => listed.find((one) => one.name === name)?.password
      expect([passwordOf(whole), passwordOf(stale)]).toEqual(['carrier-secret', null])
    })
    expect(logged).toEqual([expect.stringContaining(stale.id)])
    await query('delete from public.secrets where owner_id = $1', [stale.id])
  })
})

test('PINs that are stored with a key id of nobody hold up neither the servers nor the tenant’s phones', async () => {
  const { client } = await callerOf('tech')
  const tenant = phone.tenant_id
  const sealed = `zzz.${'A'.repeat(60)}`
  // Before all other records, whose ids are random.
  const rooms = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      newConferenceRoom({
        id: `00000000-0000-4000-8000-00000000000${at}`,
        tenant_id: tenant,
        number: `377${at}`,
      }),
    ),
  )
  await client.from('conference_rooms').insert(rooms).throwOnError()
  await Promise.all(
    rooms.flatMap(({ id: owner }) =>
      ['pin', 'moderator_pin'].map((field) =>
        client
          .rpc('set_secret', { owner_table: 'conference_rooms', owner, tenant, field, sealed })
          .throwOnError(),
      ),
    ),
  )
  expect(await opensStored(service, VAULT)).toBe(true)
  expect(await opensStored(service, OTHER)).toBe(false)
  const made = await insertRow('extensions', await newExtension({ tenant_id: tenant, extension: '2004' }))
  expect(await secretOf(made.id, 'sip_password')).toHaveLength(24)
  await quietly(async () => {
    const state = await stateBy(VAULT)
    expect(answerAbout(state)).toContain('a1-hash')
    expect(toFile(state).hashes.map(([id]) => id)).toEqual(expect.arrayContaining([phone.id, made.id]))
  })
  const ids = rooms.map(({ id }) => id)
  await query('delete from public.conference_rooms where id = any ($1)', [ids])
  await query('delete from private.dropped_secrets where owner_id = any ($1)', [ids])
})

describe('a secret whose key is lost', () => {
  /** Changes the secrets of one record only, because other tests use theirs. */
  const only = (of_owner: string) =>
    ({
      rpc: (name: 'secrets_to_seal', given: object) =>
        service.rpc(name, name === 'secrets_to_seal' ? { ...given, of_owner } : given),
    }) as unknown as SupabaseClient<Database>

  test('stays, and is counted, until it is said that it shall be replaced', async () => {
    const before = await sealedOf(phone.id)
    expect(await resealSecrets(only(phone.id), OTHER)).toEqual({ done: 0, unreadable: 1 })
    expect(await sealedOf(phone.id)).toBe(before)
    expect(await resealSecrets(only(phone.id), OTHER, true)).toEqual({ done: 1, unreadable: 0 })
    const place = { owner: phone.id, field: 'sip_password' }
    expect(OTHER.open((await sealedOf(phone.id)) ?? '', place)).toHaveLength(24)
    expect(await resealSecrets(only(phone.id), VAULT, true)).toEqual({ done: 1, unreadable: 0 })
  })

  test('is not made up if a carrier chose it', async () => {
    const gateway = await insertRow('gateways', await newGateway())
    const sealed = VAULT.seal('carrier-secret', { owner: gateway.id, field: 'password' })
    await query(
      `insert into public.secrets (owner_table, owner_id, field, sealed) values ('gateways', $1, 'password', $2)`,
      [gateway.id, sealed],
    )
    expect(await resealSecrets(only(gateway.id), OTHER, true)).toEqual({ done: 0, unreadable: 1 })
    expect(await sealedOf(gateway.id)).toBe(sealed)
  })
})
