import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withClient } from '@/local/database'
import { seedOnce } from '@/local/migrations'
import { faxPage } from '@/local/storage/demo-files'
import { NOTES_MIGRATION, start, workspace, writeFiles } from './support.ts'

test('the demo fax is as long as its row says, and its parts are where its table says', () => {
  const page = faxPage().toString('latin1')
  const seed = readFileSync('supabase/seed.sql', 'utf8')
  expect(seed).toContain(`'.pdf', ${page.length}\n`)
  const places = [...page.matchAll(/^(\d{10}) 00000 n /gm)].map(([, place]) => Number(place))
  expect(places.map((place) => page.slice(place, place + 7))).toEqual(
    [1, 2, 3, 4, 5].map((n) => `${n} 0 obj`),
  )
})

test('demo data whose files could not be made are loaded by the next start', async () => {
  const place = workspace(NOTES_MIGRATION)
  const { databaseUrl } = await start(place)
  writeFiles(place.supabaseDir, { 'seed.sql': 'insert into public.notes (id) values (1)' })
  await withClient(databaseUrl, async (client) => {
    const seed = (makeFiles: () => Promise<void>) =>
      seedOnce(client, join(place.supabaseDir, 'seed.sql'), true, makeFiles)
    const left = async () => (await client.query('select id from public.notes')).rows
    await expect(seed(() => Promise.reject(new Error('The disk is full.')))).rejects.toThrow(
      'The disk is full.',
    )
    expect(await left()).toEqual([])
    expect(await seed(async () => undefined)).toBe(true)
    expect(await left()).toEqual([{ id: 1 }])
    expect(await seed(() => Promise.reject(new Error('Made twice.')))).toBe(false)
  })
})
