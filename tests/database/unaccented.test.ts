import { describe, expect, test } from 'vitest'
import { halfWidth } from '@/lib/half-width'
import { unaccented } from '@/lib/unaccented'
import { query } from '../support/database'

/** Every Latin letter with a mark or of its own: Latin-1, Latin Extended-A and -B, Latin Extended Additional. */
const LATIN = [
  [0xc0, 0x24f],
  [0x1e00, 0x1eff],
].flatMap(([first = 0, last = 0]) =>
  Array.from({ length: last - first + 1 }, (_, n) => String.fromCharCode(first + n)),
)

const WRITTEN: [string, string][] = [
  ['José Müller', 'Jose Muller'],
  ['José Müller'.normalize('NFD'), 'Jose Muller'],
  ['Søren Łukasz Đặng', 'Soren Lukasz Dang'],
  ['Weiß WEIẞ', 'Weiss WEIss'],
  ['Ægir Œuvre cœur', 'aegir oeuvre coeur'],
  ['Þórður Guðrún', 'thordur Gudrun'],
  ['Ħal Ŧ Ŋ ışık İzmir', 'Hal T N isik Izmir'],
  ['100% "real", O’Neil – back\\slash', '100% "real", O’Neil – back\\slash'],
  ['日本 Ελλάδα Йод', '日本 Ελλαδα Иод'],
  ['Acme\u00a0Corp\u202fInc\u200b', 'Acme Corp Inc'],
  ['\u202aAcme\u202c \u2066Corp\u2069\ufeff', 'Acme Corp'],
  ['日本５ Ｓｕｉｔｅ　１２，＋１（２０７）５５５－０１４２', '日本5 Suite 12，+1(207)555-0142'],
]

/** The texts without accents as the database makes them. */
async function inDatabase(texts: readonly string[]): Promise<string[]> {
  const rows = await query<{ bare: string }>(
    `select private.unaccented(t.text) as bare from unnest($1::text[]) with ordinality t (text, place) order by t.place`,
    [texts],
  )
  return rows.map(({ bare }) => bare)
}

test('full-width characters, spaces and marks are the same plain ones in the browser and in the database', async () => {
  const codes = [
    0xa0,
    0xfeff,
    ...Array.from({ length: 0x70 }, (_, n) => 0x2000 + n),
    0x3000,
    ...Array.from({ length: 0x5e }, (_, n) => 0xff01 + n),
  ]
  const wide = codes.map((code) => `a${String.fromCharCode(code)}b`)
  const rows = await query<{ plain: string }>(
    'select private.half_width(t.text) as plain from unnest($1::text[]) with ordinality t (text, place) order by t.place',
    [wide],
  )
  expect(rows.map(({ plain }) => plain)).toEqual(wide.map(halfWidth))
})

describe('a text without its accents', () => {
  test.each(WRITTEN)('of %s is %s, in the browser and in the database', async (text, bare) => {
    expect([unaccented(text), ...(await inDatabase([text]))]).toEqual([bare, bare])
  })

  test('is the same in the browser and in the database for every Latin letter', async () => {
    const words = LATIN.map((letter) => `${letter}a ${letter.normalize('NFD')}`)
    expect(await inDatabase(words)).toEqual(words.map(unaccented))
  })
})
