import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withClient } from '@/local/database'
import { faxPage } from '@/local/storage/demo-files'
import { start, workspace } from './support.ts'

test('the demo fax is as long as its row says, and its parts are where its table says', () => {
  const page = faxPage().toString('latin1')
  const seed = readFileSync('supabase/seed.sql', 'utf8')
  expect(seed).toContain(`'.pdf', ${page.length}\n`)
  const places = [...page.matchAll(/^(\d{10}) 00000 n /gm)].map(([, place]) => Number(place))
  expect(places.map((place) => page.slice(place, place + 7))).toEqual(
    [1, 2, 3, 4, 5].map((n) => `${n} 0 obj`),
  )
})

/** What the demo data say of files; a first start that was killed has made none of them. */
const UNMADE = {
  'migrations/20260101000000_files.sql': `
    create schema private;
    create table private.recording_files (id uuid primary key, duration_ms integer, peaks smallint[]);
    create table public.voicemail_messages (path text, duration_ms integer, peaks smallint[]);
    create table public.faxes (path text);
    insert into storage.buckets (id, name) values ('recordings', 'recordings'), ('voicemail', 'voicemail'), ('faxes', 'faxes');
    insert into storage.objects (bucket_id, name) values ('recordings', 'a.wav'), ('voicemail', 'b.wav'), ('faxes', 'c.pdf');
    insert into private.recording_files select id, 100, '{50}' from storage.objects where bucket_id = 'recordings';
    insert into public.voicemail_messages values ('b.wav', 100, '{50}');
    insert into public.faxes values ('c.pdf');`,
}

test('demo files that an interrupted first start did not make are made by the next one, and once', async () => {
  const place = workspace(UNMADE)
  const versions = async () => {
    const { databaseUrl, stop } = await start(place)
    const { rows } = await withClient(databaseUrl, (client) =>
      client.query<{ name: string; version: string | null }>(
        'select name, version from storage.objects order by name',
      ),
    )
    await stop()
    return rows
  }
  const made = await versions()
  const version = expect.stringMatching(/^[0-9a-f-]{36}$/)
  expect(made).toEqual(['a.wav', 'b.wav', 'c.pdf'].map((name) => ({ name, version })))
  expect(await versions()).toEqual(made)
})
