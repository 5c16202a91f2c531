import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../local/keys.ts'
import { testBackend } from '../../scripts/lib/test-app.ts'
import { appDatabase, ensureMember } from '../support/api-database.ts'
import { type DemoAccount, postApi } from '../support/api-session.ts'

const PDF = new TextEncoder().encode('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const PAGE = new TextEncoder().encode('<!doctype html><script>alert(1)</script>')

let database: Pool
let admin: SupabaseClient
beforeAll(async () => {
  database = appDatabase()
  const { url, anonKey } = testBackend()
  admin = createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { error } = await admin.auth.signInWithPassword({ email: 'admin@demo.test', password: DEMO_PASSWORD })
  if (error) throw error
})
afterAll(async () => {
  await database.query("delete from public.port_orders where name = 'With a letter'")
  await database.end()
})

async function newOrder(state = 'draft'): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    "insert into public.port_orders (name) values ('With a letter') returning id",
  )
  const id = rows[0]?.id ?? ''
  if (state !== 'draft')
    await database.query('update public.port_orders set state = $2 where id = $1', [id, state])
  return id
}

async function uploaded(order: string, bytes = PDF, path = `${order}/${randomUUID()}.pdf`) {
  const { error } = await admin.storage
    .from('port-letters')
    .upload(path, bytes, { contentType: 'application/pdf' })
  return { path, error }
}

const admit = (order: string, path: string, account: DemoAccount = 'admin') =>
  postApi(account, '/api/numbers/letters', { order, path, name: 'Letter of authorization.pdf' })
const isStored = async (path: string) =>
  (await database.query('select 1 from storage.objects where name = $1', [path])).rows.length > 0
const letterOf = async (order: string) =>
  (await database.query('select path, name from public.port_letters where port_order_id = $1', [order])).rows

describe('the letter of authorization of a port order', () => {
  test('is stored with its name, and replaced by the next', async () => {
    const order = await newOrder()
    const first = await uploaded(order)
    expect(first.error).toBeNull()
    expect(await admit(order, first.path)).toMatchObject({ status: 200 })
    expect(await letterOf(order)).toEqual([{ path: first.path, name: 'Letter of authorization.pdf' }])
    expect((await admin.storage.from('port-letters').remove([first.path])).data).toEqual([])
    const second = await uploaded(order)
    expect(await admit(order, second.path)).toMatchObject({ status: 200 })
    expect(await letterOf(order)).toMatchObject([{ path: second.path }])
    // What was replaced may be what the port rested on.
    await database.query(
      "update storage.objects set created_at = now() - interval '2 hours' where name = $1",
      [first.path],
    )
    const { rows: unused } = await database.query('select private.unused_letter_paths() as path')
    expect(unused).not.toContainEqual({ path: first.path })
    expect(await isStored(first.path)).toBe(true)
    const { rows: told } = await database.query(
      "select actor_email, action, changes -> 'path' as path from public.audit_log where parent_id = $1 order by seq",
      [order],
    )
    expect(told).toEqual([
      { actor_email: 'admin@demo.test', action: 'insert', path: [null, first.path] },
      { actor_email: 'admin@demo.test', action: 'update', path: [first.path, second.path] },
    ])
  })

  test('is rejected and deleted if its content does not match its extension', async () => {
    const order = await newOrder()
    const { path } = await uploaded(order, PAGE)
    expect(await admit(order, path)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('Choose a PDF, PNG or JPEG file.') },
    })
    expect(await isStored(path)).toBe(false)
    expect(await letterOf(order)).toEqual([])
  })

  test('cannot give its name to another file, also while it is being checked', async () => {
    const { path } = await uploaded(await newOrder())
    expect((await admin.storage.from('port-letters').remove([path])).data).toEqual([])
    expect((await uploaded('', PAGE, path)).error).not.toBeNull()
    expect(await isStored(path)).toBe(true)
  })

  test('is not replaced by those who may not change the order, or may no longer', async () => {
    await ensureMember(database, 'made-reader', ['sales.view'])
    const order = await newOrder()
    const { path } = await uploaded(order)
    await admit(order, path)
    const next = await uploaded(order)
    const refusal = { status: 404, body: { message: 'Port order not found.' } }
    expect(await admit(order, next.path, 'made-reader')).toMatchObject(refusal)
    // Sales draft orders; those who manage numbers process them.
    await database.query("update public.port_orders set state = 'cancelled' where id = $1", [order])
    expect(await admit(order, next.path)).toMatchObject(refusal)
    expect(await letterOf(order)).toMatchObject([{ path }])
    expect(await isStored(path)).toBe(true)
  })

  test('is not stored for an order that the caller may not change', async () => {
    const order = await newOrder('cancelled')
    expect((await uploaded(order)).error).not.toBeNull()
    expect((await uploaded(randomUUID())).error).not.toBeNull()
    expect((await uploaded(order, PDF, `${randomUUID()}.pdf`)).error).not.toBeNull()
  })

  test('is also accepted from users who manage numbers and have no part in sales', async () => {
    await ensureMember(database, 'made-porter', ['numbers.view', 'numbers.edit'])
    const order = await newOrder('cancelled')
    const path = `${order}/${randomUUID()}.pdf`
    const { url, anonKey } = testBackend()
    const porter = createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
    await porter.auth.signInWithPassword({ email: 'made-porter@demo.test', password: DEMO_PASSWORD })
    const stored = porter.storage.from('port-letters').upload(path, PDF, { contentType: 'application/pdf' })
    expect((await stored).error).toBeNull()
    expect(await admit(order, path, 'made-porter')).toMatchObject({ status: 200 })
    expect(await letterOf(order)).toMatchObject([{ path }])
  })

  test('must have been uploaded', async () => {
    const order = await newOrder()
    expect(await admit(order, `${order}/${randomUUID()}.pdf`)).toMatchObject({ status: 404 })
  })
})
