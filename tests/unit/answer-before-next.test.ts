import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { answerPath, refuseTrace } from '@/lib/server/answer-before-next'

const server = createServer((_req, res) => res.end('routed'))
const answerOf = async (path: string) =>
  (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)).text()

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
})
afterAll(() => server.close())

test('a registered path is answered before the server’s own listeners run, starting with its first request; other paths are unaffected', async () => {
  onTestFinished(answerPath('/first', (_req, res) => res.end('first')))
  expect(await answerOf('/first')).toBe('first')
  expect(await answerOf('/first?with=a&query')).toBe('first')
  for (const other of ['/', '/first/', '/firstly', '/other?to=/first'])
    expect(await answerOf(other)).toBe('routed')
})

test('TRACE is refused with 405 everywhere, before the server’s own listeners run', async () => {
  onTestFinished(refuseTrace())
  for (const path of ['/', '/first', '/other']) {
    const asked = request({ port: (server.address() as AddressInfo).port, method: 'TRACE', path }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD, POST, PUT, PATCH, DELETE'])
    answer.resume()
  }
  expect(await answerOf('/other')).toBe('routed')
})
