import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, serviceClient } from '../support/clients'
import { query, rolledBack, storedRow } from '../support/database'
import { newRingGroup } from '../support/factories/call-groups'
import { newTenant } from '../support/factories/companies'
import { insertRecordingFile } from '../support/factories/recordings'
import { insertRow, newId } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'

let service: Client
let tenant: { id: string }
let phone: { id: string }
beforeAll(() => {
  service = serviceClient()
})
beforeEach(async () => {
  tenant = await insertRow('tenants', await newTenant())
  phone = await insertRow('extensions', await newExtension({ tenant_id: tenant.id, extension: '1001' }))
})

test('a recording made by phone is named after its time, independent of other tenants', async () => {
  const other = await insertRow('extensions', await newExtension({ extension: '1001' }))
  const names = await rolledBack(async (client) => {
    const files = [newId(), newId()]
    for (const [at, [of, dialer]] of [
      [other.tenant_id, other.id],
      [tenant.id, phone.id],
    ].entries()) {
      const path = `${of}/${files[at]}.wav`
      await client.query("insert into storage.objects (id, bucket_id, name) values ($1, 'recordings', $2)", [
        files[at],
        path,
      ])
      await client.query(
        `insert into private.recording_files (id, tenant_id, path, format, duration_ms, size_bytes, peaks)
         values ($1, $2, $3, 'wav', 1200, 19244, '{1}')`,
        [files[at], of, path],
      )
      await client.query('select private.store_dialed_recording($1, $2, $3)', [of, dialer, files[at]])
    }
    return client.query<{ name: string }>('select name from public.recordings where file_id = any ($1)', [
      files,
    ])
  })
  const [first, second] = names.rows.map(({ name }) => name)
  expect(first).toMatch(/^Recorded by 1001 /)
  expect(second).toBe(first)
})

describe('a mailbox greeting recorded by phone', () => {
  /** Records one in a slot of an extension's mailbox: the recording, and the file in it. */
  const greet = async (dialer: string, greeting: number) => {
    const file = await insertRecordingFile(tenant.id)
    const said = { tenant: tenant.id, dialer, file, greeting }
    const { data: recording } = await service.rpc('store_dialed_recording', said).throwOnError()
    return { recording, file }
  }
  /** What callers hear in an extension's mailbox: the recording and its file. */
  const greetingOf = async (id: string) => {
    const { greeting_recording_id: recording } = (await storedRow('extensions', id)) ?? {}
    const { file_id: file } = (await storedRow('recordings', String(recording))) ?? {}
    return { recording, file }
  }
  const newcomer = () => newExtension({ tenant_id: tenant.id, extension: '1001' })

  test('stays with its extension when another one gets the number and records its own, again and again', async () => {
    const before = await greet(phone.id, 1)
    await query("update public.extensions set extension = '1050' where id = $1", [phone.id])
    const next = await insertRow('extensions', await newcomer())
    const first = await greet(next.id, 1)
    expect(await greetingOf(phone.id)).toEqual(before)
    expect(await greetingOf(next.id)).toEqual(first)
    await greet(next.id, 2)
    const again = await greet(next.id, 1)
    expect(again.recording).toBe(first.recording)
    expect(await greetingOf(phone.id)).toEqual(before)
    expect(await greetingOf(next.id)).toEqual(again)
  })

  test('is left to what plays it when the number gets another owner', async () => {
    const before = await greet(phone.id, 1)
    const plays = { tenant_id: tenant.id, greeting_recording_id: before.recording }
    await insertRow('ring_groups', await newRingGroup(plays))
    const own = await greet(phone.id, 1)
    expect(own.recording).toBe(before.recording)
    await query('delete from public.extensions where id = $1', [phone.id])
    const next = await insertRow('extensions', await newcomer())
    const { recording } = await greet(next.id, 1)
    expect(recording).not.toBe(before.recording)
    expect(await storedRow('recordings', String(before.recording))).toMatchObject({ file_id: own.file })
  })
})
