import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { type Listeners, listening, startListeners } from './realtime-fixture.ts'

let house: Listeners

beforeAll(async () => {
  house = await startListeners()
})

afterEach(() => house.disconnect())

afterAll(() => house?.stop())

describe('the Realtime socket', () => {
  const address = (query: string) =>
    `${house.backend.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`

  test('is rejected without an API key, or for an unknown version', async () => {
    const expected = { '': 401, 'apikey=wrong': 401, [`apikey=${house.backend.anonKey}&vsn=1.0.0`]: 400 }
    for (const [query, status] of Object.entries(expected)) {
      const socket = new WebSocket(address(query))
      const [, response] = await once(socket, 'unexpected-response')
      expect(response.statusCode).toBe(status)
    }
  })

  test('is rejected for what is no URL, as any request is', async () => {
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n'
    const ask = async (line: string, more = 'Connection: close\r\n') => {
      const socket = connect(Number(new URL(house.backend.url).port), '127.0.0.1')
      socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`)
      return (await text(socket)).slice(0, 12)
    }
    expect(await ask('GET //', upgrade)).toBe('HTTP/1.1 404')
    expect(await ask('GET http://[', upgrade)).toBe('HTTP/1.1 404')
    for (const path of ['//', 'http://[', '/rest/v1/%E0%A4%A', '/rest/v1/notes?order=%00'])
      expect(await ask(`GET ${path}`), path).toBe('HTTP/1.1 400')
    expect((await fetch(`${house.backend.url}/health`)).status).toBe(200)
  })

  test('ignores malformed messages, and is closed by one above a hundred kilobytes', async () => {
    const socket = new WebSocket(address(`apikey=${house.backend.anonKey}&vsn=2.0.0`))
    await once(socket, 'open')
    const answered: unknown[] = []
    socket.on('message', (data) => answered.push(JSON.parse(String(data))[1]))
    for (const nonsense of ['', '{', '[]', '[1,2,3,4,5]', 'null', '[null,"1","a","phx_join",{"config":7}]']) {
      socket.send(nonsense)
    }
    socket.send(JSON.stringify([null, '8', 'phoenix', 'heartbeat', {}]))
    await vi.waitFor(() => expect(answered).toEqual(['1', '8']))
    socket.send('x'.repeat(100_001))
    await once(socket, 'close')
  })

  test('accepts at most a hundred channels', async () => {
    const socket = new WebSocket(address(`apikey=${house.backend.anonKey}&vsn=2.0.0`))
    await once(socket, 'open')
    const statuses: string[] = []
    socket.on('message', (data) => statuses.push(JSON.parse(String(data))[4].status))
    for (let number = 1; number <= 101; number += 1) {
      socket.send(
        JSON.stringify([`${number}`, `${number}`, `realtime:${number}`, 'phx_join', { config: {} }]),
      )
    }
    await vi.waitFor(() => expect(statuses).toHaveLength(101))
    expect(statuses.filter((status) => status === 'ok')).toHaveLength(100)
    expect(statuses.at(-1)).toBe('error')
    socket.terminate()
  })

  test('is closed if its client sends faster than it is answered', async () => {
    const { client } = await house.signedIn()
    const access_token = (await client.auth.getSession()).data.session?.access_token
    const socket = new WebSocket(address(`apikey=${house.backend.anonKey}&vsn=2.0.0`))
    await once(socket, 'open')
    socket.on('error', () => undefined)
    const join = JSON.stringify(['1', '1', 'realtime:1', 'phx_join', { config: {}, access_token }])
    for (let number = 1; number <= 5000; number += 1) socket.send(join)
    await once(socket, 'close')
  })

  test.each([
    { what: 'joins', joinsFirst: false },
    { what: 'renews its token', joinsFirst: true },
  ])(
    'leaves no timer if its client $what and is gone before the token is checked',
    async ({ joinsFirst }) => {
      const { client } = await house.signedIn()
      const access_token = (await client.auth.getSession()).data.session?.access_token
      const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
      const sockets = Array.from(
        { length: 50 },
        () => new WebSocket(address(`apikey=${house.backend.anonKey}&vsn=2.0.0`)),
      )
      await Promise.all(sockets.map((socket) => once(socket, 'open')))
      if (joinsFirst) {
        const join = JSON.stringify(['1', '1', 'realtime:1', 'phx_join', { config: {} }])
        for (const socket of sockets) socket.send(join)
        await Promise.all(sockets.map((socket) => once(socket, 'message')))
      }
      await house.database.query('begin; lock table auth.sessions')
      const event = joinsFirst ? 'access_token' : 'phx_join'
      const message = JSON.stringify(['1', '2', 'realtime:1', event, { config: {}, access_token }])
      await Promise.all(
        sockets.map((socket) => {
          socket.send(message)
          socket.close()
          return once(socket, 'close')
        }),
      )
      const before = timers()
      await house.database.query('rollback')
      // Its token is checked after all of theirs.
      await listening(client)
      expect(timers() - before).toBeLessThan(sockets.length / 2)
    },
  )

  test('is closed if its client does not read, without affecting others', async () => {
    const { client, id } = await house.signedIn()
    const token = (await client.auth.getSession()).data.session?.access_token
    const witness = await listening(client)
    const socket = new WebSocket(address(`apikey=${house.backend.anonKey}&vsn=2.0.0`))
    await once(socket, 'open')
    const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'notes' }] }
    socket.send(JSON.stringify(['1', '1', 'realtime:slow', 'phx_join', { config, access_token: token }]))
    await once(socket, 'message')
    socket.pause()
    // In step with the witness: what waits for it must not grow as large as what waits for the other.
    for (let number = 1; number <= 120; number += 1) {
      await house.insert('x'.repeat(200_000), id)
      await vi.waitFor(() => expect(witness.changes).toHaveLength(number))
    }
    let received = 0
    socket.on('message', () => {
      received += 1
    })
    socket.on('error', () => undefined)
    socket.resume()
    await once(socket, 'close')
    expect(received).toBeLessThan(120)
  })
})
