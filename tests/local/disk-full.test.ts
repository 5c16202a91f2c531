import { createClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { refusalOf } from '@/lib/supabase/refusal'
import { freeBytes, shortOfRoom } from '../../local/disk-space.ts'
import { NOTES_MIGRATION, start, workspace } from './support.ts'

describe('the check for a full disk', () => {
  test('makes the database read-only with a clear error, and allows writes again once there is space', async () => {
    let free = 10 ** 10
    const place = workspace({
      ...NOTES_MIGRATION,
      'migrations/20260101000100_files.sql': `
        insert into storage.buckets (id, name, public) values ('sounds', 'sounds', false);
        create function public.note_count() returns bigint language sql set search_path = ''
        as $$ select count(*) from public.notes $$; grant execute on function public.note_count to service_role`,
    })
    const { url, serviceKey } = await start({ ...place, freeBytes: () => free })
    const client = createClient(url, serviceKey)
    let id = 0
    const add = () => client.from('notes').insert({ id: ++id, body: 'typed' })
    const store = () =>
      client.storage.from('sounds').upload('one.txt', 'sound', { contentType: 'text/plain' })
    // The disk is asked once a second.
    const follows = (expected: object) => expect.poll(async () => (await add()).error).toEqual(expected)
    expect((await add()).error).toBeNull()

    free = 10 ** 6
    await follows(expect.objectContaining({ code: '25006' }))
    const { error, status } = await add()
    const refusal = error && refusalOf(error, status)
    expect(refusal).toMatchObject({
      reason: 'refused',
      message: expect.stringMatching(/^The server has no room left/),
    })
    expect(JSON.stringify(error)).not.toMatch(/\/|base/)
    expect((await client.from('notes').update({ body: 'other' }).eq('id', 1)).error?.code).toBe('25006')
    expect((await store()).error).toMatchObject({ statusCode: '507', message: 'There is no room left.' })
    expect((await client.from('notes').select('id, body').eq('id', 1)).data).toEqual([
      { id: 1, body: 'typed' },
    ])
    expect((await client.rpc('note_count')).data).toBeGreaterThan(0)

    free = 10 ** 10
    await expect.poll(async () => (await add()).error).toBeNull()
    expect((await store()).error).toBeNull()
  })

  test('measures the disk that holds the directory', () => {
    expect(freeBytes(import.meta.dirname)).toBeGreaterThan(0)
    expect(shortOfRoom(import.meta.dirname, () => 0)()).toBe(true)
    expect(shortOfRoom(import.meta.dirname, () => 10 ** 10)()).toBe(false)
  })
})
