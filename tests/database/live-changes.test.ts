import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { type SessionLists, sessionLists } from '@/lib/live/session-lists'
import * as browserClient from '@/lib/supabase/browser-client'
import { DEMO_PASSWORD } from '@/local/keys'
import type { Client } from '../support/clients'
import { query } from '../support/database'
import { newCompany } from '../support/factories/companies'
import { insertRow, unique } from '../support/factories/row'
import { newOpportunity } from '../support/factories/sales'
import { type SeverableProxy, severableProxy } from '../support/severable-proxy'

const CUTS = 20
const INSERTS = 500

let proxy: SeverableProxy
let client: Client
let lists: SessionLists
const mark = `live ${unique()}`

beforeAll(async () => {
  proxy = await severableProxy(inject('supabase').url)
  client = createClient(proxy.url, inject('supabase').anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // The browser's client waits a second or more, with the same result.
    realtime: { reconnectAfterMs: () => 50 },
  })
  vi.spyOn(browserClient, 'getSupabase').mockResolvedValue(client)
  const { data, error } = await client.auth.signInWithPassword({
    email: 'admin@demo.test',
    password: DEMO_PASSWORD,
  })
  if (error) throw error
  lists = sessionLists(data.user.id, 'admin')
})

afterAll(async () => {
  lists?.close()
  await client?.removeAllChannels()
  await proxy?.close()
  await query('delete from public.opportunities where name like $1', [`${mark}%`])
  await query('delete from public.companies where name like $1', [`${mark}%`])
})

const mine = <Row extends { name: string }>(rows: readonly Row[]) =>
  rows.filter(({ name }) => name.startsWith(mark)).map(({ name }) => name)

test('lists receive every inserted row once, newest first, across twenty dropped sockets', async () => {
  let told = 0
  lists.onChange(() => {
    told += 1
  })
  // Listeners are told of what changed shortly before the lists were followed.
  await insertRow('companies', await newCompany({ name: `${unique()} Earlier` }))
  lists.follow()
  lists.companies.load()
  lists.opportunities.load()
  await vi.waitFor(() => expect(lists.opportunities.state().loading).toBe(false))
  await vi.waitFor(() => expect(lists.companies.state().loading).toBe(false))
  await vi.waitFor(() => expect(told).toBeGreaterThan(0))

  const companies: string[] = []
  const leads: string[] = []
  async function insertPair() {
    const place = String(companies.length).padStart(3, '0')
    const company = await insertRow('companies', await newCompany({ name: `${mark} company ${place}` }))
    companies.push(company.name)
    const lead = await newOpportunity({ name: `${mark} lead ${place}`, company_id: company.id })
    leads.push((await insertRow('opportunities', lead)).name)
  }
  const pairs = INSERTS / 2
  let cuts = 0
  for (let pair = 0; pair < pairs; pair += 1) {
    // Some cuts hit a client that is rejoining.
    if (pair % Math.floor(pairs / CUTS) === 6 && cuts < CUTS) {
      await vi.waitFor(() => expect(proxy.open()).toBe(1))
      proxy.cut()
      cuts += 1
    }
    await insertPair()
  }
  expect(cuts).toBe(CUTS)

  await vi.waitFor(() => expect(mine(lists.companies.state().rows)).toHaveLength(pairs))
  await vi.waitFor(() => expect(mine(lists.opportunities.state().rows)).toHaveLength(pairs))
  expect(mine(lists.companies.state().rows)).toEqual(companies.toReversed())
  expect(mine(lists.opportunities.state().rows)).toEqual(leads.toReversed())
  const newest = lists.opportunities.state().rows.find(({ name }) => name === leads.at(-1))
  expect(newest?.company).toEqual({ name: companies.at(-1) })

  // And nothing arrives twice once the channel's remaining messages are in.
  const before = told
  await insertPair()
  await vi.waitFor(() => expect(told).toBeGreaterThan(before))
  // So is whoever listens from now on, to a page that was read just before.
  const late = vi.fn()
  lists.onChange(late)
  expect(late).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(mine(lists.companies.state().rows)).toHaveLength(pairs + 1))
  expect(new Set(lists.companies.state().rows.map(({ id }) => id)).size).toBe(
    lists.companies.state().rows.length,
  )
})

test('lists follow remote changes and deletions, even while the socket is down', async () => {
  const kept = await insertRow('companies', await newCompany({ name: `${mark} Kept` }))
  const sold = await insertRow('companies', await newCompany({ name: `${mark} Sold` }))
  const lead = await insertRow(
    'opportunities',
    await newOpportunity({ name: `${mark} talk`, company_id: kept.id }),
  )
  await vi.waitFor(() => expect(lists.companies.get(sold.id)).toBeDefined())
  await vi.waitFor(() => expect(lists.opportunities.get(lead.id)).toBeDefined())

  await query('update public.companies set name = $2 where id = $1', [kept.id, `${mark} Renamed`])
  await vi.waitFor(() => expect(lists.companies.get(kept.id)?.name).toBe(`${mark} Renamed`))
  expect(lists.opportunities.get(lead.id)?.company?.name).toBe(`${mark} Renamed`)
  await query("update public.opportunities set status = 'qualified' where id = $1", [lead.id])
  await vi.waitFor(() => expect(lists.opportunities.get(lead.id)).toBeUndefined())
  await query("update public.opportunities set status = 'lead' where id = $1", [lead.id])
  await vi.waitFor(() => expect(lists.opportunities.get(lead.id)).toBeDefined())

  await vi.waitFor(() => expect(proxy.open()).toBe(1))
  proxy.cut()
  await query('delete from public.companies where id = $1', [sold.id])
  await query('update public.opportunities set name = $2 where id = $1', [lead.id, `${mark} talk again`])
  await vi.waitFor(() => expect(lists.companies.get(sold.id)).toBeUndefined())
  await vi.waitFor(() => expect(lists.opportunities.get(lead.id)?.name).toBe(`${mark} talk again`))

  await query('delete from public.opportunities where id = $1', [lead.id])
  await vi.waitFor(() => expect(lists.opportunities.get(lead.id)).toBeUndefined())
})
