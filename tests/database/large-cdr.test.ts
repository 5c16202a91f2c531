import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadLargeCdr } from '@/scripts/lib/large-cdr'
import { withDatabase } from '../support/database'
import { createScratchDatabase, type ScratchDatabase } from '../support/scratch-database'

let database: ScratchDatabase
beforeAll(async () => {
  database = await createScratchDatabase({ seed: true })
  await loadLargeCdr(database.url, { rows: 6000, months: 3, log: () => undefined })
})
afterAll(() => database?.drop())

const rows = <Row>(text: string): Promise<Row[]> =>
  withDatabase(async (client) => (await client.query(text)).rows as Row[], database.url)

test('notes the last call of every extension that made or received one, which is what seats are idle by', async () => {
  const used = await rows<{ extension_id: string; last_at: Date }>(`
    select e.id as extension_id, max(c.start_at) as last_at
    from public.cdr c
    join public.extensions e on e.tenant_id = c.tenant_id
      and (e.id = c.extension_id or c.direction = 'local' and e.extension = c.to_number)
    group by 1 order by 1`)
  expect(used.length).toBeGreaterThan(100)
  expect(await rows('select extension_id, last_at from private.extension_calls order by 1')).toEqual(used)
})

test('counts every call by hour and by day', async () => {
  const [counted] = await rows<Record<string, string>>(`
    select (select count(*) from public.cdr) as calls, (select sum(calls) from public.cdr_hourly) as by_hour,
      (select sum(calls) from public.cdr_daily) as by_day`)
  expect(Number(counted?.calls)).toBeGreaterThan(0)
  expect(counted).toEqual({ calls: counted?.calls, by_hour: counted?.calls, by_day: counted?.calls })
})
