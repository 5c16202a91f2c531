import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerBeforeNext } from '@/lib/service/answer-before-next'

const server = createServer((_req, res) => res.end('routed'))
const answerOf = async (path: string) =>
  (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)).text()

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
})
afterAll(() => server.close())

test('a registered path is answered before the server’s own listeners run, starting with its first request; other paths are unaffected', async () => {
  answerBeforeNext('/first', (_req, res) => res.end('first'))
  expect(await answerOf('/first')).toBe('first')
  expect(await answerOf('/first?with=a&query')).toBe('first')
  for (const other of ['/', '/first/', '/firstly', '/other?to=/first'])
    expect(await answerOf(other)).toBe('routed')
})
