import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole, type Role, serviceClient } from '../support/clients'
import { query, rolledBack, storedRow } from '../support/database'
import { insertTenant } from '../support/factories/companies'
import { insertRecordingFile, newRecording } from '../support/factories/recordings'
import { insertRow, newId } from '../support/factories/row'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

/** The editable values of a recording. */
const chosen = (tenantId: string, fileId: string, name = 'Welcome') => ({
  id: newId(),
  tenant_id: tenantId,
  name,
  file: 'welcome.wav',
  file_id: fileId,
  path: 'elsewhere',
  format: 'mp3',
  duration_ms: 999_999,
  size_bytes: 1,
  peaks: [100],
})

describe('a recording', () => {
  test('stores the properties that the server found in its file, not those that the client sent', async () => {
    const { tenant } = await insertTenant('Facts')
    const fileId = await insertRecordingFile(tenant.id, { durationMs: 3100, sizeBytes: 50_000 })
    const row = chosen(tenant.id, fileId)
    const { error } = await callers.tech.client.from('recordings').insert(row)
    expect(error).toBeNull()
    const facts = { format: 'wav', duration_ms: 3100, size_bytes: 50_000, peaks: [10, 80, 40] }
    expect(await storedRow('recordings', row.id)).toMatchObject(facts)
    const changed = await callers.tech.client
      .from('recordings')
      .update({ name: 'Hello', path: 'x', format: 'mp3', duration_ms: 1, size_bytes: 2, peaks: [0] })
      .eq('id', row.id)
    expect(changed.error).toBeNull()
    expect(await storedRow('recordings', row.id)).toMatchObject({ name: 'Hello', ...facts })
  })

  test('stores the properties of a replacement file, and keeps its id', async () => {
    const row = await insertRow('recordings', await newRecording({ file: 'welcome.wav' }))
    const fileId = await insertRecordingFile(row.tenant_id, { format: 'mp3', durationMs: 700 })
    const { error } = await callers.tech.client
      .from('recordings')
      .update({ file_id: fileId })
      .eq('id', row.id)
    expect(error).toBeNull()
    expect(await storedRow('recordings', row.id)).toMatchObject({
      file: 'welcome.mp3',
      format: 'mp3',
      duration_ms: 700,
      name: row.name,
    })
  })

  test("is rejected with an unchecked, missing or another tenant's file", async () => {
    const { tenant } = await insertTenant('Unchecked')
    const other = await insertTenant('Other')
    const gone = await insertRecordingFile(tenant.id)
    await query('delete from storage.objects where id = $1', [gone])
    for (const fileId of [newId(), gone, await insertRecordingFile(other.tenant.id)]) {
      const row = chosen(tenant.id, fileId)
      const { error } = await callers.superadmin.client.from('recordings').insert(row)
      expect(error?.code).toBe('23503')
      expect(error?.message).toContain('Upload it again')
      expect(await storedRow('recordings', row.id)).toBeUndefined()
    }
  })

  test('has a unique name and file name in its tenant', async () => {
    const first = await insertRow('recordings', await newRecording())
    const fileId = await insertRecordingFile(first.tenant_id)
    for (const clash of [{ name: first.name }, { file: first.file }]) {
      const row = { ...chosen(first.tenant_id, fileId), ...clash }
      const { error } = await callers.tech.client.from('recordings').insert(row)
      expect(error?.code).toBe('23505')
    }
  })

  test('is a destination under its file name', async () => {
    const row = await insertRow('recordings', await newRecording())
    expect(await storedRow('destinations', row.id)).toMatchObject({
      tenant_id: row.tenant_id,
      kind: 'recordings',
      number: row.file,
      name: row.name,
    })
  })
})

describe('the verified properties of an audio file', () => {
  const admit = (client: Caller['client'], tenant: string, objectPath: string) =>
    client.rpc('register_recording_file', {
      tenant,
      object_path: objectPath,
      format: 'wav',
      duration_ms: 1200,
      size_bytes: 19_244,
      peaks: [1, 2, 3],
    })
  async function object(tenantId: string): Promise<{ id: string; path: string }> {
    const [id, path] = [newId(), `${tenantId}/${newId()}.wav`]
    await query("insert into storage.objects (id, bucket_id, name) values ($1, 'recordings', $2)", [id, path])
    return { id, path }
  }

  test('are written with the service key', async () => {
    const { tenant } = await insertTenant('Noted')
    const { id, path } = await object(tenant.id)
    const { data, error } = await admit(serviceClient() as Caller['client'], tenant.id, path)
    expect(error).toBeNull()
    expect(data).toBe(id)
  })

  test('are dropped when the file is deleted and the tenant stores another one', async () => {
    const tenants = [await insertTenant('Tidied'), await insertTenant('Left alone')]
    const gone = await Promise.all(tenants.map(({ tenant }) => object(tenant.id)))
    for (const [at, { tenant }] of tenants.entries())
      await admit(serviceClient() as Caller['client'], tenant.id, gone[at]?.path ?? '')
    const ids = gone.map(({ id }) => id)
    await query('delete from storage.objects where id = any ($1)', [ids])
    const own = String(tenants[0]?.tenant.id)
    await admit(serviceClient() as Caller['client'], own, (await object(own)).path)
    expect(await query('select id from private.recording_files where id = any ($1)', [ids])).toEqual([
      { id: ids[1] },
    ])
  })

  test('cannot be written by anybody else', async () => {
    const { tenant } = await insertTenant('Not believed')
    const { id, path } = await object(tenant.id)
    for (const role of ['anon', 'tech', 'admin', 'superadmin'] as const) {
      const { error } = await admit(callers[role].client, tenant.id, path)
      expect(error?.code).toBe('42501')
    }
    expect(await query('select from private.recording_files where id = $1', [id])).toEqual([])
  })

  test("are rejected for another tenant's or a missing file", async () => {
    const [own, other] = [await insertTenant('Own'), await insertTenant('Another')]
    const { path } = await object(other.tenant.id)
    for (const wrong of [path, `${own.tenant.id}/${newId()}.wav`]) {
      const { error } = await admit(serviceClient() as Caller['client'], own.tenant.id, wrong)
      expect(error?.code).toBe('P0002')
    }
  })

  test('list files unused for an hour as ready for deletion', async () => {
    const { tenant } = await insertTenant('Unused')
    const [old, fresh] = [await object(tenant.id), await object(tenant.id)]
    const used = await insertRow('recordings', await newRecording({ tenant_id: tenant.id }))
    await query("update storage.objects set created_at = now() - interval '2 hours' where id = any ($1)", [
      [old.id, used.file_id],
    ])
    const { data } = await serviceClient().rpc('unused_recording_paths', { tenant: tenant.id })
    expect(data).toEqual([old.path])
    expect(data).not.toContain(fresh.path)
    const asked = await callers.superadmin.client.rpc('unused_recording_paths', { tenant: tenant.id })
    expect(asked.error?.code).toBe('42501')
  })

  test('outlive a deleted tenant, so that undoing its deletion brings its recordings back', async () => {
    const { tenant } = await insertTenant('Brought back')
    const recording = await insertRow('recordings', await newRecording({ tenant_id: tenant.id }))
    const { client } = callers.superadmin
    await client.from('tenants').delete().eq('id', tenant.id).throwOnError()
    expect(await storedRow('recordings', recording.id)).toBeUndefined()
    const [entry] = await query<{ id: string }>(
      "select id from public.audit_log where record_id = $1 and action = 'delete'",
      [tenant.id],
    )
    const { data } = await client.rpc('undo_change', { entry: entry?.id ?? '' }).throwOnError()
    expect(data).toMatchObject({ kept: 0, reasons: [] })
    expect(await storedRow('recordings', recording.id)).toMatchObject({
      path: recording.path,
      duration_ms: recording.duration_ms,
      peaks: recording.peaks,
    })
  })

  test('are dropped with the file of a deleted tenant when anybody stores another one', async () => {
    const [gone, other] = [await insertTenant('Gone'), await insertTenant('Stays')]
    const { id, path } = await object(gone.tenant.id)
    const service = serviceClient() as Caller['client']
    await admit(service, gone.tenant.id, path)
    await query('delete from public.tenants where id = $1', [gone.tenant.id])
    const stored = () => query('select id from private.recording_files where id = $1', [id])
    await admit(service, other.tenant.id, (await object(other.tenant.id)).path)
    expect(await stored()).toEqual([{ id }])
    await query('delete from storage.objects where id = $1', [id])
    await admit(service, other.tenant.id, (await object(other.tenant.id)).path)
    expect(await stored()).toEqual([])
  })

  test('of deleted and replaced recordings are kept until they can no longer be restored', async () => {
    const { tenant } = await insertTenant('Restored')
    const [deleted, replaced] = [
      await insertRow('recordings', await newRecording({ tenant_id: tenant.id })),
      await insertRow('recordings', await newRecording({ tenant_id: tenant.id })),
    ]
    await query("update storage.objects set created_at = now() - interval '40 days' where name = any ($1)", [
      [deleted.path, replaced.path],
    ])
    const { client } = callers.tech
    await client.from('recordings').delete().eq('id', deleted.id).throwOnError()
    const file_id = await insertRecordingFile(tenant.id)
    await client.from('recordings').update({ file_id }).eq('id', replaced.id).throwOnError()
    const unused = async () =>
      (await serviceClient().rpc('unused_recording_paths', { tenant: tenant.id }).throwOnError()).data
    expect(await unused()).toEqual([])
    const [entry] = await query<{ id: string }>(
      "select id from public.audit_log where record_id = $1 and action = 'delete'",
      [deleted.id],
    )
    await client.rpc('revert_entry', { entry: entry?.id ?? '' }).throwOnError()
    expect(await storedRow('recordings', deleted.id)).toMatchObject({ path: deleted.path })
    await client.from('recordings').delete().eq('id', deleted.id).throwOnError()
    expect(await unused()).toEqual([])
    await rolledBack(async (owner) => {
      await owner.query("set local session_replication_role = 'replica'")
      await owner.query("update public.audit_log set at = at - interval '31 days' where tenant_id = $1", [
        tenant.id,
      ])
      const { rows } = await owner.query('select private.unused_recording_paths($1) as path', [tenant.id])
      expect(rows.map(({ path }) => path).sort()).toEqual([deleted.path, replaced.path].sort())
    })
  })
})
