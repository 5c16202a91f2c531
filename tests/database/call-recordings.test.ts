import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { tenantOfCall } from '@/lib/cdr/store-recording'
import { type Caller, callersByRole, type Role, serviceClient } from '../support/clients'
import { become, becomeOwner, query, rolledBack } from '../support/database'
import { ADMIN, TECH } from '../support/demo-users'
import { newCall, newCallRecording } from '../support/factories/cdr'
import { insertTenant } from '../support/factories/companies'
import { type Given, insertRow, newId } from '../support/factories/row'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const aTenant = async () => (await insertTenant('Recorded')).tenant.id
const old = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** Deletes what is past its retention; the files that are left for the server to remove. */
const expire = async () =>
  (await query<{ path: string }>('select public.expired_call_recordings() as path')).map(({ path }) => path)
const keptOf = async (tenant: string) =>
  (await query<{ id: string }>('select id from public.call_recordings where tenant_id = $1', [tenant])).map(
    ({ id }) => id,
  )

/** What a delivery does before it stores the recording. */
const begin = (object_path: string) =>
  serviceClient().rpc('expect_call_recording', { object_path }).throwOnError()
const storeFile = (path: string) =>
  query("insert into storage.objects (bucket_id, name, version) values ('call-recordings', $1, 'none')", [
    path,
  ])
const noted = (path: string) => query('select from private.unowned_call_recordings where path = $1', [path])
const passHour = (path: string) =>
  query("update private.unowned_call_recordings set due_at = due_at - interval '1 hour' where path = $1", [
    path,
  ])

/** A recording with its file. */
async function recordedFile(given: Given<'call_recordings'> = {}) {
  const row = await newCallRecording(given)
  await begin(row.path)
  await storeFile(row.path)
  return insertRow('call_recordings', row)
}

describe('call recordings', () => {
  test('are kept for 90 days unless the tenant sets another period', async () => {
    const tenant_id = await aTenant()
    const kept = await insertRow(
      'call_recordings',
      await newCallRecording({ tenant_id, created_at: old(89) }),
    )
    await insertRow('call_recordings', await newCallRecording({ tenant_id, created_at: old(91) }))
    const others = await recordedFile({ tenant_id: await aTenant(), created_at: old(89) })
    await expire()
    expect(await keptOf(tenant_id)).toEqual([kept.id])
    await query(
      'insert into public.tenant_settings (id, tenant_id, recording_retention_days) values ($1, $1, $2)',
      [tenant_id, 30],
    )
    await expire()
    expect(await keptOf(tenant_id)).toEqual([])
    expect(await keptOf(others.tenant_id)).toEqual([others.id])
    await query('update public.tenant_settings set recording_retention_days = 365 where id = $1', [tenant_id])
    const late = await recordedFile({ tenant_id, created_at: old(364) })
    await expire()
    expect(await keptOf(tenant_id)).toEqual([late.id])
  })

  test('leave no file behind, also when they are deleted with their tenant', async () => {
    const { tenant_id, path } = await recordedFile()
    expect(await expire()).not.toContain(path)
    await query('delete from public.tenants where id = $1', [tenant_id])
    expect(await expire()).toContain(path)
    await query('delete from storage.objects where name = $1', [path])
    expect(await expire()).not.toContain(path)
    expect(await noted(path)).toEqual([])
  })

  test('leave no file behind if the server ended before it stored the recording', async () => {
    const { path } = await newCallRecording()
    await begin(path)
    await expire()
    await storeFile(path)
    expect(await expire()).not.toContain(path)
    await passHour(path)
    expect(await expire()).toContain(path)
  })

  test('keep their file if the server ended while it was delivered again', async () => {
    const { path } = await recordedFile()
    await begin(path)
    await passHour(path)
    expect(await expire()).not.toContain(path)
    expect(await noted(path)).toEqual([])
  })

  test('keep their file once they are stored, and no other of the same call', async () => {
    const { id, path } = await recordedFile()
    expect(await noted(path)).toEqual([])
    expect(await expire()).not.toContain(path)
    // As an MP3, delivered again.
    const again = path.replace('.wav', '.mp3')
    await begin(again)
    await query("update public.call_recordings set path = $2, format = 'mp3' where id = $1", [id, again])
    expect(await noted(again)).toEqual([])
    expect(await expire()).toContain(path)
  })

  test('keep their file when they are delivered again after they were deleted', async () => {
    const row = await recordedFile()
    await query('delete from public.call_recordings where id = $1', [row.id])
    await insertRow('call_recordings', row)
    expect(await expire()).not.toContain(row.path)
    expect(await keptOf(row.tenant_id)).toEqual([row.id])
  })

  test('are stored under their tenant and call, and nowhere else', async () => {
    const row = await newCallRecording()
    for (const path of [
      `${newId()}/${row.id}.wav`,
      `${row.tenant_id}/${newId()}.wav`,
      `${row.tenant_id}/${row.id}.mp3`,
      `${row.tenant_id}/${row.id}.exe`,
    ]) {
      await expect(insertRow('call_recordings', { ...row, path })).rejects.toMatchObject({ code: '23514' })
    }
    expect(await query('select from public.call_recordings where id = $1', [row.id])).toEqual([])
  })

  test('are stored for no tenant of the switch that sends them if another’s has one of the call', async () => {
    const [own, other] = [await insertTenant('Recorded'), await insertTenant('Neighbor')]
    const stored = await insertRow('call_recordings', await newCallRecording({ tenant_id: own.tenant.id }))
    const askedBy = (...served: { tenant: { id: string } }[]) =>
      tenantOfCall(serviceClient(), stored.id, other.tenant.domain, (tenant) =>
        served.some((one) => one.tenant.id === tenant),
      )
    // What the other tenant's switch has told about the call.
    await insertRow('cdr', await newCall({ id: stored.id, tenant_id: other.tenant.id, start_at: old(40) }))
    expect(await askedBy(other)).toBeUndefined()
    await insertRow('cdr', await newCall({ id: stored.id, tenant_id: own.tenant.id }))
    expect(await askedBy(other)).toBeUndefined()
    expect(await askedBy(own)).toBe(own.tenant.id)
  })

  test('that are due all at once, as after a lowered retention, are deleted in parts', async () => {
    const tenant = await aTenant()
    await query(
      `insert into public.call_recordings (id, tenant_id, path, format, duration_ms, size_bytes, peaks, created_at)
       select i.id, $1::uuid, $1::uuid || '/' || i.id || '.wav', 'wav', 1000, 44, '{0}', now() - interval '91 days'
       from (select gen_random_uuid() as id from generate_series(1, 501)) i`,
      [tenant],
    )
    await query(
      `insert into storage.objects (bucket_id, name, version)
       select 'call-recordings', path, 'none' from public.call_recordings where tenant_id = $1`,
      [tenant],
    )
    await expire()
    expect(await keptOf(tenant)).toHaveLength(1)
    await expire()
    expect(await keptOf(tenant)).toEqual([])
    // As the server does.
    await query("delete from storage.objects where name like $1 || '/%'", [tenant])
    await expire()
  })

  test.each(['tech', 'admin', 'superadmin'] as const)(
    'can be played but not uploaded by a %s',
    async (role) => {
      const { id, tenant_id, path } = await insertRow('call_recordings', await newCallRecording())
      const object = newId()
      await query(
        "insert into storage.objects (id, bucket_id, name, version) values ($1, 'call-recordings', $2, 'none')",
        [object, path],
      )
      const bucket = callers[role].client.storage.from('call-recordings')
      expect((await bucket.createSignedUrl(path, 60)).error).not.toBeNull()
      const call = { call: id, tenant: tenant_id }
      expect(
        (await callers[role].client.rpc('audit_recording_playback', { ...call, tenant: newId() })).error
          ?.code,
      ).toBe('TR410')
      expect((await callers[role].client.rpc('audit_recording_playback', call)).error).toBeNull()
      expect((await bucket.createSignedUrl(path, 60)).error).toBeNull()
      const own = `${tenant_id}/${id}.mp3`
      const upload = await bucket.upload(own, new Uint8Array(9), { contentType: 'audio/mpeg' })
      expect(upload.error).toMatchObject({ statusCode: '403' })
      expect((await bucket.remove([path])).data).toEqual([])
      expect(await query('select name from storage.objects where id = $1', [object])).toEqual([
        { name: path },
      ])
    },
  )

  test('can be heard only by the user who opened one, for five minutes, and are audited', async () => {
    const { id, tenant_id, path } = await insertRow('call_recordings', await newCallRecording())
    await query(
      "insert into storage.objects (bucket_id, name, version) values ('call-recordings', $1, 'none')",
      [path],
    )
    const reads = async (client: pg.Client) =>
      (await client.query('select from storage.objects where name = $1', [path])).rowCount
    await rolledBack(async (client) => {
      await become(client, TECH)
      expect(await reads(client)).toBe(0)
      await client.query('select public.audit_recording_playback($1, $2)', [id, tenant_id])
      expect(await reads(client)).toBe(1)
      await become(client, ADMIN)
      expect(await reads(client)).toBe(0)
      await becomeOwner(client)
      const { rows } = await client.query(
        'select actor, action, section, tenant_id from public.audit_log where record_id = $1',
        [id],
      )
      expect(rows).toEqual([{ actor: TECH, action: 'hear', section: 'telephony', tenant_id }])
      await client.query("set local session_replication_role = 'replica'")
      await client.query("update public.audit_log set at = at - interval '6 minutes' where record_id = $1", [
        id,
      ])
      await become(client, TECH)
      expect(await reads(client)).toBe(0)
    })
  })

  test.each(['anon', 'disabled', 'nomember'] as const)('are not accessible to %s', async (role) => {
    const { id, tenant_id, path } = await insertRow('call_recordings', await newCallRecording())
    expect(
      (await callers[role].client.rpc('audit_recording_playback', { call: id, tenant: tenant_id })).error,
    ).not.toBeNull()
    await query(
      "insert into storage.objects (bucket_id, name, version) values ('call-recordings', $1, 'none')",
      [path],
    )
    const bucket = callers[role].client.storage.from('call-recordings')
    expect((await bucket.createSignedUrl(path, 60)).error).not.toBeNull()
    const { client } = callers[role]
    expect((await client.rpc('expired_call_recordings')).error).not.toBeNull()
    expect((await client.rpc('expect_call_recording', { object_path: path })).error).not.toBeNull()
  })
})
