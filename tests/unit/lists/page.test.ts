import { describe, expect, test } from 'vitest'
import { type AskedPage, onePage } from '@/lib/lists/page'

/** A stored list in order, asked as the database's list functions are. */
const listOf =
  (...values: string[]) =>
  async ({ descending, after_value, page_size }: AskedPage) => {
    const past = (value: string) =>
      after_value === undefined || (descending ? value < after_value : value > after_value)
    const ordered = descending ? values.toReversed() : values
    return ordered
      .filter(past)
      .slice(0, page_size)
      .map((value) => ({ id: value, sort_value: value }))
  }

const at = (value: string) => ({ id: value, value })
const first = { descending: false, after: null, before: null }
const idsOf = ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => id)

describe('a page whose rows have all gone', () => {
  test('after others is the last page that is left', async () => {
    const page = await onePage({ ...first, after: at('f') }, listOf('a', 'b', 'c', 'd', 'e'), 2)
    expect(idsOf(page)).toEqual(['d', 'e'])
    expect(page).toMatchObject({ previous: at('d'), next: null })
  })

  test('before others is the first page that is left', async () => {
    const page = await onePage({ ...first, before: at('c') }, listOf('d', 'e', 'f'), 2)
    expect(idsOf(page)).toEqual(['d', 'e'])
    expect(page).toMatchObject({ previous: null, next: at('e') })
  })

  test('is empty when the whole list is', async () => {
    for (const turn of [{ after: at('c') }, { before: at('c') }]) {
      expect(await onePage({ ...first, ...turn }, listOf(), 2)).toEqual({
        rows: [],
        previous: null,
        next: null,
      })
    }
  })
})
