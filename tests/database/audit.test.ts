import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole, type Role, serviceClient } from '../support/clients'
import { becomeOwner, failure, query, rolledBack, storedRow } from '../support/database'
import { FACTORIES } from '../support/factories'
import { insertRow } from '../support/factories/row'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

interface Entry {
  id: string
  action: string
  actor: string | null
  actor_email: string | null
  section: string
  table_name: string
  record_label: string
  tenant_id: string | null
  changes: Record<string, [unknown, unknown]>
}

const entriesOf = (recordId: string) =>
  query<Entry>(
    'select a.* from public.audit_log a where a.record_id = $1 and a.parent_id is distinct from $1 order by a.at, a.action desc',
    [recordId],
  )

describe('a write', () => {
  test('leaves one entry with user, record, old and new values', async () => {
    const { client, userId } = callers.admin
    const company = await FACTORIES.companies({ name: 'Trail Test', phone: '+12075550100' })
    await client.from('companies').insert(company)
    await client
      .from('companies')
      .update({ name: 'Trail Tested', website: 'trail.example' })
      .eq('id', company.id)
    await client.from('companies').delete().eq('id', company.id)

    const entries = await entriesOf(company.id)
    expect(entries.map(({ action }) => action)).toEqual(['insert', 'update', 'delete'])
    for (const entry of entries) {
      expect(entry).toMatchObject({
        actor: userId,
        actor_email: 'admin@demo.test',
        section: 'customers',
        table_name: 'companies',
        tenant_id: null,
      })
    }
    const [inserted, updated, deleted] = entries
    expect(inserted?.changes).toMatchObject({ name: [null, 'Trail Test'], phone: [null, '+12075550100'] })
    expect(updated?.changes).toEqual({
      name: ['Trail Test', 'Trail Tested'],
      website: [null, 'trail.example'],
    })
    expect(updated?.record_label).toBe('Trail Tested')
    expect(deleted?.changes).toMatchObject({ name: ['Trail Tested', null] })
  })

  test('that changes nothing leaves no entry', async () => {
    const company = await insertRow('companies', await FACTORIES.companies())
    await callers.admin.client.from('companies').update({ name: company.name }).eq('id', company.id)
    expect((await entriesOf(company.id)).map(({ action }) => action)).toEqual(['insert'])
  })

  test('that is refused leaves no entry', async () => {
    const company = await insertRow('companies', await FACTORIES.companies())
    await callers.tech.client.from('companies').update({ name: 'Refused' }).eq('id', company.id)
    await callers.admin.client.from('companies').update({ phone: 'no number' }).eq('id', company.id)
    expect((await entriesOf(company.id)).map(({ action }) => action)).toEqual(['insert'])
  })

  test('to many rows leaves an entry for each', async () => {
    const { tenant_id } = await insertRow('extensions', await FACTORIES.extensions({ extension: '2001' }))
    await insertRow('extensions', await FACTORIES.extensions({ tenant_id, extension: '2002' }))
    await callers.tech.client.from('extensions').update({ enabled: false }).eq('tenant_id', tenant_id)
    const entries = await query<{ label: string }>(
      "select record_label as label from public.audit_log where tenant_id = $1 and action = 'update' order by 1",
      [tenant_id],
    )
    expect(entries).toEqual([{ label: '2001' }, { label: '2002' }])
  })

  test('with the service key has no actor', async () => {
    const item = await FACTORIES.inventory()
    await serviceClient().from('inventory').insert(item)
    expect(await entriesOf(item.id)).toMatchObject([{ action: 'insert', actor: null, section: 'inventory' }])
  })

  test("to a tenant's record names the tenant", async () => {
    const device = await insertRow('devices', await FACTORIES.devices())
    expect(await entriesOf(device.id)).toMatchObject([
      { tenant_id: device.tenant_id, record_label: device.mac },
    ])
    expect(await entriesOf(device.tenant_id)).toMatchObject([
      { tenant_id: device.tenant_id, section: 'tenants' },
    ])
  })

  test('that releases a number is visible to users who may view free numbers', async () => {
    const did = await insertRow('dids', await FACTORIES.dids())
    await callers.superadmin.client.from('dids').update({ tenant_id: null, status: 'aging' }).eq('id', did.id)
    const sections = (await entriesOf(did.id)).map(({ section }) => section)
    expect(sections).toEqual(['telephony', 'numbers'])
    const seen = await callers.tech.client.from('audit_log').select('section').eq('record_id', did.id)
    expect(seen.data).toEqual([{ section: 'telephony' }])
  })
})

test('secrets leave only the fact that they were set, changed or removed', async () => {
  const entries = await rolledBack(async (client) => {
    await client.query(`
      create table public.secrets_probe (
        id uuid primary key default gen_random_uuid(),
        sip_password text, voicemail_pin text, pin text, api_token text, ingest_secret text, password_hash text,
        shipping text, pinned boolean
      );
      create trigger audit after insert or update or delete on public.secrets_probe
        for each row execute function private.audit('telephony');
      insert into public.secrets_probe values (default, 'Sip-1!', '4821', '9911', 'tok', 'ing', 'hash', 'ground', true);
      update public.secrets_probe set sip_password = 'Sip-2!', voicemail_pin = null, shipping = 'air';
      delete from public.secrets_probe;`)
    const { rows } = await client.query<Entry>(
      "select * from public.audit_log where table_name = 'secrets_probe' order by array_position(array['insert', 'update', 'delete'], action)",
    )
    return rows
  })
  const set = [null, '••••••']
  const removed = ['••••••', null]
  expect(entries.map(({ changes }) => changes)).toEqual([
    {
      sip_password: set,
      voicemail_pin: set,
      pin: set,
      api_token: set,
      ingest_secret: set,
      password_hash: set,
      shipping: [null, 'ground'],
      pinned: [null, true],
    },
    { sip_password: ['••••••', '••••••'], voicemail_pin: removed, shipping: ['ground', 'air'] },
    {
      sip_password: removed,
      pin: removed,
      api_token: removed,
      ingest_secret: removed,
      password_hash: removed,
      shipping: ['air', null],
      pinned: [true, null],
    },
  ])
})

describe('an audit entry cannot be changed', () => {
  test('for the service key', async () => {
    const entry = await insertRow('audit_log', await FACTORIES.audit_log())
    const service = serviceClient()
    await service.from('audit_log').update({ record_label: 'forged' }).eq('id', entry.id)
    await service.from('audit_log').delete().eq('id', entry.id)
    await service.from('audit_log').upsert({ ...entry, seq: undefined, record_label: 'forged' })
    expect(await storedRow('audit_log', entry.id)).toEqual(entry)
    const forged = await FACTORIES.audit_log()
    await service.from('audit_log').insert(forged)
    expect(await storedRow('audit_log', forged.id)).toBeUndefined()
  })

  test.each(['owner', 'service_role', 'authenticated', 'anon'])('for %s, by any statement', async (role) => {
    await rolledBack(async (client) => {
      await insertRow('audit_log', await FACTORIES.audit_log(), client)
      if (role !== 'owner') await client.query(`set local role ${role}`)
      for (const statement of [
        "update public.audit_log set record_label = 'forged'",
        "update public.audit_log set record_label = 'forged' where false",
        'delete from public.audit_log',
        'truncate public.audit_log',
      ]) {
        expect(await failure(client, statement), statement).toBe('42501')
      }
      await becomeOwner(client)
    })
  })
})
