import { describe, expect, test } from 'vitest'
import { allPages, type AskedPage, nearestPage, onePage, type PageQuery } from '@/lib/lists/page'

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
const first: PageQuery = { descending: false, after: null, before: null }
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
const opened = (turn: Partial<PageQuery>, list: ReturnType<typeof listOf>) =>
  nearestPage({ ...first, ...turn }, (query) => onePage(query, list, 2))

describe('an open page whose rows have all gone', () => {
  test.each(['e', 'f'])('after %s is the last page that is left', async (last) => {
    const page = await opened({ after: at(last) }, listOf('a', 'b', 'c', 'd', 'e'))
    expect(idsOf(page.rows)).toEqual(['d', 'e'])
    expect(page).toMatchObject({ previous: at('d'), next: null })
  })

  test('is the last page in the list’s own order', async () => {
    const page = await opened({ after: at('a'), descending: true }, listOf('b', 'c', 'd'))
    expect(idsOf(page.rows)).toEqual(['c', 'b'])
    expect(page).toMatchObject({ previous: at('c'), next: null })
  })

  test('is the only page, if no more than that is left', async () => {
    const page = await opened({ after: at('f') }, listOf('a', 'b'))
    expect(page).toMatchObject({ previous: null, next: null })
  })

  test('before others is the first page that is left', async () => {
    const page = await opened({ before: at('c') }, listOf('d', 'e', 'f'))
    expect(idsOf(page.rows)).toEqual(['d', 'e'])
    expect(page).toMatchObject({ previous: null, next: at('e') })
  })

  test('is empty when the whole list is', async () => {
    for (const turn of [{ after: at('c') }, { before: at('c') }]) {
      expect(await opened(turn, listOf())).toEqual({ rows: [], previous: null, next: null })
    }
  })
})

test('an export has no row twice when the rest of the list goes meanwhile', async () => {
  let values = ['a', 'b', 'c', 'd']
  const rows = await allPages(async (after) => {
    const page = await onePage({ ...first, after }, listOf(...values), 2)
    values = ['a', 'b']
    return page
  })
  expect(idsOf(rows)).toEqual(['a', 'b'])
})
