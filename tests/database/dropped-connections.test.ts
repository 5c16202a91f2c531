import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { Refusal } from '@/lib/errors'
import { type Save, saveRecord } from '@/lib/records/record-client'
import type { Resource } from '@/lib/records/resource'
import { salesCompany } from '@/lib/resources/sales-company'
import type { Database } from '@/lib/supabase/database.types'
import { DEMO_PASSWORD } from '@/local/keys'
import type { Client } from '../support/clients'
import { query } from '../support/database'
import { unique } from '../support/factories/row'
import { type SeverableProxy, severableProxy } from '../support/severable-proxy'

/** `npm run bench:cuts` makes ten thousand writes. */
const WRITES = Number(process.env.FAULT_WRITES ?? 600)
const WRITERS = 5
/** Number of writes per connection cut. */
const WRITES_PER_CUT = 50

let proxy: SeverableProxy
let client: Client
beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  proxy = await severableProxy(inject('supabase').url)
  client = createClient<Database>(proxy.url, inject('supabase').anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
  const { error } = await client.auth.signInWithPassword({
    email: 'admin@demo.test',
    password: DEMO_PASSWORD,
  })
  if (error) throw error
})
afterAll(() => proxy.close())

const resource = salesCompany as unknown as Resource

/** Saves like a user who presses Save again whenever the server cannot be reached; returns how often. */
async function persist(save: Save) {
  for (let repeats = 0; ; repeats++) {
    try {
      return { row: await saveRecord(client, resource, save), repeats }
    } catch (error) {
      // A refusal, such as a conflict, would be shown to the user.
      if (error instanceof Refusal) throw error
    }
  }
}

test(
  `${WRITES} writes over dropped connections are each stored once, and none is reported as a conflict`,
  {
    timeout: 600_000,
  },
  async () => {
    const prefix = `Cut ${unique()}`
    let written = 0
    let cuts = 0
    let repeats = 0
    const last = new Map<string, string>()

    async function write(save: Save): Promise<number> {
      const done = await persist(save)
      repeats += done.repeats
      written += 1
      last.set(save.id, String(save.values.name))
      // While the other writers' requests are in progress.
      if (written % WRITES_PER_CUT === 0 && proxy.cutAll() > 0) cuts += 1
      return done.row.version
    }

    const perWriter = WRITES / WRITERS
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        let id = ''
        let version = 0
        for (let at = 0; at < perWriter; at++) {
          const name = `${prefix} ${writer} ${at}`
          // Every tenth write creates a company, the others change it.
          if (at % 10 === 0) {
            id = randomUUID()
            version = await write({
              id,
              tenantId: null,
              expectedVersion: null,
              values: { ...resource.blank, name },
            })
          } else {
            version = await write({ id, tenantId: null, expectedVersion: version, values: { name } })
          }
        }
      }),
    )

    expect(cuts).toBe(WRITES / WRITES_PER_CUT)
    expect(repeats).toBeGreaterThan(0)
    const stored = await query<{ id: string; name: string }>(
      'select id, name from public.companies where starts_with(name, $1)',
      [prefix],
    )
    expect(new Map(stored.map(({ id, name }) => [id, name]))).toEqual(last)
    const entries = await query<{ action: string; n: number }>(
      `select action, count(*)::int as n from public.audit_log
       where table_name = 'companies' and record_id = any ($1) group by 1 order by 1`,
      [[...last.keys()]],
    )
    expect(entries).toEqual([
      { action: 'insert', n: last.size },
      { action: 'update', n: WRITES - last.size },
    ])
  },
)
