import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faxPage } from '@/local/storage/demo-files'

test('the demo fax is as long as its row says, and its parts are where its table says', () => {
  const page = faxPage().toString('latin1')
  const seed = readFileSync('supabase/seed.sql', 'utf8')
  expect(seed).toContain(`'.pdf', ${page.length}\n`)
  const places = [...page.matchAll(/^(\d{10}) 00000 n /gm)].map(([, place]) => Number(place))
  expect(places.map((place) => page.slice(place, place + 7))).toEqual(
    [1, 2, 3, 4, 5].map((n) => `${n} 0 obj`),
  )
})
