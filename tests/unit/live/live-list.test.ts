import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LiveList } from '@/lib/live/live-list'
import { type Row, TableServer } from './table-server'

const MINUTE = 60_000
const start = Date.UTC(2026, 0, 5, 9)

function row(number: number, minute = 0): Row {
  const id = String(number).padStart(6, '0')
  const at = new Date(start + minute * MINUTE).toISOString()
  return { id, name: `Company ${number % 7}`, created_at: at, updated_at: at }
}

/** A copy that rejects rows it has, and changes and removals of rows it does not. */
function mirrorOf() {
  const rows = new Map<string, Row>()
  const take = (added: Row[]) => {
    for (const row of added) {
      expect(rows.has(row.id)).toBe(false)
      rows.set(row.id, row)
    }
  }
  return {
    rows,
    appended: take,
    prepended: take,
    updated: (changed: Row[]) => {
      for (const row of changed) {
        expect(rows.has(row.id)).toBe(true)
        rows.set(row.id, row)
      }
    },
    removed: (gone: string[]) => {
      for (const id of gone) expect(rows.delete(id)).toBe(true)
    },
  }
}

/** Runs pending promises until the condition holds, without advancing the clock. */
async function until(condition: () => boolean) {
  for (let turn = 0; turn < 2000 && !condition(); turn += 1) await Promise.resolve()
  expect(condition()).toBe(true)
}

const reads = ({ newest, count, page, changedSince, byIds }: TableServer) => ({
  newest,
  count,
  page,
  changedSince,
  byIds,
})

const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)

async function loadedList(server: TableServer) {
  const mirror = mirrorOf()
  const list = new LiveList<Row>(server, mirror)
  list.load()
  await vi.waitFor(() => expect(list.state().loading).toBe(false))
  return { list, mirror }
}

describe('A live list', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => vi.restoreAllMocks())

  test('reads nothing until asked to', () => {
    const server = new TableServer(10)
    const list = new LiveList<Row>(server, mirrorOf())
    expect(list.state()).toEqual({ rows: [], loading: true, error: undefined })
    expect(server.reads).toBe(0)
  })

  test.each([1, 3, 1000])('loads all rows when the server returns %i at a time', async (mostRows) => {
    const rows = Array.from({ length: 25 }, (_, number) => row(number))
    const { list, mirror } = await loadedList(new TableServer(mostRows, rows))
    expect(list.state().rows).toHaveLength(25)
    expect(list.state().rows.map(({ name }) => name)).toEqual(rows.map(({ name }) => name).sort())
    expect([...mirror.rows.keys()]).toEqual(ids(list.state().rows))
  })

  test('shows each page as it arrives and stays in the loading state until the last', async () => {
    const server = new TableServer(2, [row(1), row(2), row(3)])
    const list = new LiveList<Row>(server, mirrorOf())
    const seen: string[] = []
    list.subscribe(() => seen.push(`${list.state().rows.length} ${list.state().loading}`))
    list.load()
    await vi.waitFor(() => expect(list.state().loading).toBe(false))
    expect(seen).toEqual(['0 true', '2 true', '3 true', '3 false'])
  })

  test('is an empty list, not a failure, for a user who may see nothing', async () => {
    const { list } = await loadedList(new TableServer(10))
    expect(list.state()).toEqual({ rows: [], loading: false, error: undefined })
  })

  test('keeps its rows when a page fails, and continues from there', async () => {
    const server = new TableServer(2, [row(1), row(2), row(3), row(4), row(5)])
    const list = new LiveList<Row>(server, mirrorOf())
    const unsubscribe = list.subscribe(() => {
      if (list.state().rows.length === 2 && !list.state().error) server.failNext()
    })
    list.load()
    await vi.waitFor(() => expect(list.state().error).toBeInstanceOf(Error))
    expect(list.state().rows).toHaveLength(2)
    expect(list.state().loading).toBe(false)
    unsubscribe()
    list.load()
    await vi.waitFor(() => expect(list.state().loading).toBe(false))
    expect(list.state().error).toBeUndefined()
    expect(list.state().rows).toHaveLength(5)
  })

  test('puts a pushed row first, once, though a later page repeats it', async () => {
    const server = new TableServer(1, [row(1), row(2)])
    const list = new LiveList<Row>(server, mirrorOf())
    list.load()
    list.insert([row(2)])
    await vi.waitFor(() => expect(list.state().loading).toBe(false))
    expect(ids(list.state().rows)).toEqual(['000002', '000001'])
  })

  test('after a gap, finds rows inserted during it, even if a newer row was pushed first', async () => {
    const server = new TableServer(10, [row(1)])
    const { list } = await loadedList(server)
    server.rows.push(row(2, 10), row(3, 60))
    list.insert([row(3, 60)])
    list.catchUp()
    await vi.waitFor(() => expect(ids(list.state().rows)).toEqual(['000003', '000002', '000001']))
  })

  test('reads only the recent rows after a gap', async () => {
    const server = new TableServer(1000, [...Array.from({ length: 500 }, (_, n) => row(n, n))])
    const changedSince = vi.fn(server.changedSince)
    const list = new LiveList<Row>({ ...reads(server), changedSince }, mirrorOf())
    list.load()
    await vi.waitFor(() => expect(changedSince).toHaveBeenCalled())
    // The newest row and those of the five minutes before it.
    expect(await changedSince.mock.results[0]?.value).toHaveLength(6)
  })

  test('after a gap, reads only the recent rows that it is missing', async () => {
    const server = new TableServer(1000, [row(1), row(2)])
    const byIds = vi.fn(server.byIds)
    const list = new LiveList<Row>({ ...reads(server), byIds }, mirrorOf())
    list.load()
    await vi.waitFor(() => expect(list.state().loading).toBe(false))
    server.rows.push(row(3), row(4))
    list.catchUp()
    await vi.waitFor(() => expect(list.state().rows).toHaveLength(4))
    expect(new Set(byIds.mock.calls.flatMap(([wanted]) => wanted))).toEqual(new Set(['000003', '000004']))
  })

  test('fills a long gap', async () => {
    const server = new TableServer(70)
    const { list } = await loadedList(server)
    server.rows.push(...Array.from({ length: 250 }, (_, number) => row(number, number)))
    list.catchUp()
    await vi.waitFor(() => expect(list.state().rows).toHaveLength(250))
  })

  test('retries after a while when catching up fails', async () => {
    vi.useFakeTimers()
    try {
      const server = new TableServer(10, [row(1)])
      const list = new LiveList<Row>(server, mirrorOf())
      list.load()
      await vi.advanceTimersByTimeAsync(0)
      server.rows.push(row(2, 10))
      server.failNext()
      list.catchUp()
      await vi.advanceTimersByTimeAsync(0)
      expect(list.state().rows).toHaveLength(1)
      await vi.advanceTimersByTimeAsync(5_000)
      expect(list.state().rows).toHaveLength(2)
    } finally {
      vi.useRealTimers()
    }
  })

  test('after a gap, finds rows changed and removed during it', async () => {
    const server = new TableServer(2, [row(1), row(2), row(3)])
    const { list, mirror } = await loadedList(server)
    server.rows.splice(0, 2, { ...row(2), name: 'Renamed', updated_at: row(2, 30).updated_at })
    list.catchUp()
    await vi.waitFor(() => expect(ids(list.state().rows).toSorted()).toEqual(['000002', '000003']))
    expect(mirror.rows.get('000002')?.name).toBe('Renamed')
    expect(list.get('000002')?.name).toBe('Renamed')
  })

  test('ignores rows once it is closed', async () => {
    const server = new TableServer(10, [row(1)])
    const list = new LiveList<Row>(server, mirrorOf())
    list.load()
    list.close()
    list.insert([row(2)])
    await Promise.resolve()
    expect(list.state().rows).toEqual([])
  })

  test('holds every row once, whenever rows are inserted, pushed or lost, and reads fail', async () => {
    const step = fc.constantFrom(
      'insert, pushed',
      'insert, pushed twice',
      'insert, pushed late',
      'insert, lost',
      'rejoin',
      'failing read, rejoin',
      'change, pushed',
      'change, lost',
      'removal, pushed',
      'removal, lost',
      'let time pass',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 25 }),
        fc.integer({ min: 1, max: 6 }),
        fc.nat(8),
        async (steps, mostRows, existing) => {
          const server = new TableServer(
            mostRows,
            Array.from({ length: existing }, (_, n) => row(n)),
          )
          const mirror = mirrorOf()
          const list = new LiveList<Row>(server, mirror)
          list.load()
          const late: Row[] = []
          for (const [index, kind] of steps.entries()) {
            // An hour between inserts, so that no overlap hides a wrong position.
            const fresh = row(1000 - index, index * 60)
            if (kind.startsWith('insert')) server.rows.push(fresh)
            if (kind.includes('pushed') && !kind.includes('late')) list.insert([fresh])
            if (kind.includes('twice')) list.insert([{ ...fresh }])
            if (kind.includes('late')) late.push(fresh)
            const at = server.rows.length - 1 - (index % Math.max(server.rows.length, 1))
            const held = server.rows[at]
            if (held && kind.startsWith('change')) {
              const changed = { ...held, name: `Changed ${index}`, updated_at: fresh.updated_at }
              server.rows[at] = changed
              if (kind.endsWith('pushed')) list.update([changed])
            }
            if (held && kind.startsWith('removal')) {
              server.rows.splice(at, 1)
              // A removed row is not pushed as inserted afterward.
              if (late.includes(held)) late.splice(late.indexOf(held), 1)
              if (kind.endsWith('pushed')) list.remove([held.id])
            }
            if (kind.startsWith('failing')) server.failNext()
            if (kind.endsWith('rejoin')) list.catchUp()
            await Promise.resolve()
            if (kind === 'let time pass') for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
          }
          list.insert(late.filter(({ id }) => server.rows.some((row) => row.id === id)))
          server.failNext(0)
          await until(() => {
            list.load()
            return !list.state().loading
          })
          list.catchUp()
          const told = (rows: readonly Row[]) => rows.map(({ id, name }) => `${id} ${name}`).toSorted()
          const wanted = told(server.rows).join()
          await until(() => told(list.state().rows).join() === wanted)
          expect(told([...mirror.rows.values()])).toEqual(told(server.rows))
          list.close()
        },
      ),
      { numRuns: 1000 },
    )
  })
})
