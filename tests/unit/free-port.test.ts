import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, isFree } from '@/local/free-port'

test('a free port is none that was given before, nor that the system gives to a connection or to another server by itself', async () => {
  const ports: number[] = []
  while (ports.length < 500) ports.push(await freePort())
  expect(new Set(ports).size).toBe(ports.length)
  expect(ports.filter((port) => port < 1024 || port >= 32_768)).toEqual([])
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const given = (other.address() as AddressInfo).port
  expect(await isFree(given)).toBe(false)
  other.close()
})
