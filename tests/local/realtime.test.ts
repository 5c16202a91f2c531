import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { listen, type Listeners, listening, startListeners } from './realtime-fixture.ts'

let house: Listeners

beforeAll(async () => {
  house = await startListeners()
})

afterEach(() => house.disconnect())

afterAll(() => house?.stop())

describe('an inserted row', () => {
  test('reaches only users who may see it', async () => {
    const [one, other] = [await house.signedIn(), await house.signedIn()]
    const [mine, theirs, nobodys] = [
      await listening(one.client),
      await listening(other.client),
      await listening(house.anonymous()),
    ]
    await house.insert('private', one.id)
    await house.insert('for all')
    await vi.waitFor(() => expect(mine.titles()).toEqual(['private', 'for all']))
    await vi.waitFor(() => expect(theirs.titles()).toEqual(['for all']))
    expect(nobodys.changes).toEqual([])
  })

  test('has only the columns that the subscriber may read, typed as in the data API', async () => {
    const { client, id } = await house.signedIn()
    const listener = await listening(client)
    await house.insert('typed', id)
    await vi.waitFor(() => expect(listener.changes).toHaveLength(1))
    const [change] = listener.changes
    expect(change).toMatchObject({
      eventType: 'INSERT',
      schema: 'public',
      table: 'notes',
      errors: null,
      old: {},
    })
    expect(change?.new).toEqual({ id: expect.any(String), author: id, title: 'typed', size: 1.5 })
    expect(Date.parse(change?.commit_timestamp ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  test('arrives once each when one statement inserts 500', async () => {
    const { client } = await house.signedIn()
    const listener = await listening(client)
    await house.database.query(
      "insert into public.notes (title) select 'bulk ' || n from generate_series(1, 500) n",
    )
    await house.insert('the end')
    await vi.waitFor(() => expect(listener.titles()).toContain('the end'))
    const expected = Array.from({ length: 500 }, (_, index) => `bulk ${index + 1}`)
    expect(listener.titles()).toEqual([...expected, 'the end'])
  })

  test('is not broadcast if its transaction is rolled back', async () => {
    const { client } = await house.signedIn()
    const listener = await listening(client)
    await house.database.query('begin')
    await house.insert('undone')
    await house.database.query('rollback')
    await house.insert('done')
    await vi.waitFor(() => expect(listener.titles()).toEqual(['done']))
  })

  test('passes a filter on a column', async () => {
    const { client, id } = await house.signedIn()
    const listener = await listening(client, { filter: `author=eq.${id}` })
    await house.insert('for all')
    await house.insert('mine', id)
    await vi.waitFor(() => expect(listener.titles()).toEqual(['mine']))
  })
})

describe('later changes', () => {
  test('to a row arrive: an update with the row, a delete with its key only', async () => {
    const { client } = await house.signedIn()
    const [listener, inserts] = [
      await listening(client),
      await listening((await house.signedIn()).client, { event: 'INSERT' }),
    ]
    await house.insert('first')
    for (const each of [listener, inserts]) await vi.waitFor(() => expect(each.titles()).toEqual(['first']))
    await house.database.query("update public.notes set title = 'second' where title = 'first'")
    await vi.waitFor(() => expect(listener.titles()).toEqual(['first', 'second']))
    await house.database.query("delete from public.notes where title = 'second'")
    await vi.waitFor(() => expect(listener.changes).toHaveLength(3))
    expect(listener.changes.map((change) => change.eventType)).toEqual(['INSERT', 'UPDATE', 'DELETE'])
    expect(listener.changes[2]).toMatchObject({ new: {}, old: { id: expect.any(String) } })
    expect(Object.keys(listener.changes[2]?.old ?? {})).toEqual(['id'])
    expect(inserts.changes).toHaveLength(1)
  })

  test('to a table with a two-column key arrive as well, for keys of any length', async () => {
    const { client } = await house.signedIn()
    const listener = await listening(client, { table: 'marks' })
    await house.database.query(
      "insert into public.marks select repeat('ü', 700), n, 'word' from generate_series(1, 30) n",
    )
    await vi.waitFor(() => expect(listener.changes).toHaveLength(30))
    expect(new Set(listener.changes.map(({ new: row }) => ('place' in row ? row.place : null))).size).toBe(30)
  })
})

describe('a Realtime subscription', () => {
  test('is restored after a dropped socket, and gets later inserts', async () => {
    const { client } = await house.signedIn()
    const listener = await listening(client)
    const before = listener.system.length
    // Losing the feed may lose changes, so the server cuts every socket to make the clients refill their lists.
    await house.database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'realtime-feed'",
    )
    await vi.waitFor(() => expect(listener.system.length).toBe(before + 1))
    await house.insert('after the cut')
    await vi.waitFor(() => expect(listener.titles()).toEqual(['after the cut']))
  })

  test('to an unpublished table is reported as an error', async () => {
    const listener = listen((await house.signedIn()).client, { table: 'unheard' })
    await vi.waitFor(() => expect(listener.system[0]).toMatchObject({ status: 'error' }))
  })

  test('with an unsupported filter is rejected', async () => {
    const listener = listen((await house.signedIn()).client, { filter: 'title=like.a*' })
    await vi.waitFor(() => expect(listener.errors[0]).toMatch(/Only filters such as/))
  })

  test('with an expired, foreign or malformed token is rejected', async () => {
    const { id } = await house.signedIn()
    const tokens = [
      await house.tokenFor(id, -1),
      await house.tokenFor(id, 60, 'x'.repeat(40)),
      'no.token.atall',
    ]
    for (const token of tokens) {
      const client = house.anonymous()
      await client.realtime.setAuth(token)
      const listener = listen(client)
      await vi.waitFor(() => expect(listener.errors[0]).toMatch(/InvalidJWTToken/))
      await client.removeAllChannels()
      client.realtime.disconnect()
    }
  })

  test('with a token of an ended session is rejected', async () => {
    const { client, id } = await house.signedIn()
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    await house.admin.auth.admin.updateUserById(id, { ban_duration: '24h' })
    const other = house.anonymous()
    await other.realtime.setAuth(token)
    const listener = listen(other)
    await vi.waitFor(() => expect(listener.errors[0]).toMatch(/Session has ended/))
  })

  test('is closed when its token expires without a new one', async () => {
    const { id } = await house.signedIn()
    const [kept, lost] = [house.anonymous(), house.anonymous()]
    // Long enough for both to subscribe, also on a busy machine.
    const short = await house.tokenFor(id, 20)
    await kept.realtime.setAuth(short)
    await lost.realtime.setAuth(short)
    const [keptList, lostList] = [await listening(kept), await listening(lost)]
    await kept.realtime.setAuth(await house.tokenFor(id, 600))
    await vi.waitFor(() => expect(lostList.statuses).toContain('CLOSED'))
    expect(lostList.system.at(-1)).toMatchObject({
      status: 'error',
      message: expect.stringContaining('expired'),
    })
    await house.insert('still here', id)
    await vi.waitFor(() => expect(keptList.titles()).toEqual(['still here']))
    expect(lostList.changes).toEqual([])
  })

  test('gets what is delivered while its token is renewed', async () => {
    const { client, id } = await house.signedIn()
    const listener = await listening(client)
    const locker = new pg.Client({ connectionString: house.backend.databaseUrl })
    await locker.connect()
    await house.database.query('begin')
    await house.insert('meanwhile', id)
    // Granted as soon as the insert is committed: before its delivery can read the row.
    await locker.query('begin')
    const locked = locker.query('lock table public.notes in access exclusive mode')
    const oneWaits = () =>
      vi.waitFor(async () => {
        const { rows } = await house.database.query(
          "select from pg_locks where relation = 'public.notes'::regclass and not granted",
        )
        expect(rows).toHaveLength(1)
      })
    await oneWaits()
    await house.database.query('commit')
    await locked
    await oneWaits()
    const issued = async () => (await client.auth.getClaims()).data?.claims.iat ?? 0
    const before = await issued()
    // A token says the second of its issue.
    await vi.waitFor(async () => {
      await client.auth.refreshSession()
      expect(await issued()).toBeGreaterThan(before)
    })
    await client.realtime.setAuth()
    // Messages are answered in their order, so the new token is known by now.
    await listening(client, { table: 'marks' })
    await locker.query('rollback')
    await locker.end()
    await house.insert('afterward', id)
    await vi.waitFor(() => expect(listener.titles()).toEqual(['meanwhile', 'afterward']))
  })
})
