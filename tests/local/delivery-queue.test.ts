import { expect, test } from 'vitest'
import { DeliveryQueue } from '../../local/realtime/delivery-queue.ts'
import type { Change } from '../../local/realtime/feed.ts'

const change = (type: Change['type'], table: string, ...ids: number[]): Change => ({
  schema: 'public',
  table,
  type,
  keys: ids.map((id) => [id]),
})

/** A queue whose deliveries wait until they are released, in text: "UPDATE companies 1,2". */
function heldQueue() {
  const delivered: string[] = []
  const failures: unknown[] = []
  const held: { table: string; release: (error?: Error) => void }[] = []
  const queue = new DeliveryQueue(
    ({ type, table, keys }) => {
      delivered.push(`${type} ${table} ${keys.join(',')}`)
      return new Promise((done, fail) => {
        held.push({ table, release: (error) => (error ? fail(error) : done()) })
      })
    },
    (error) => failures.push(error),
  )
  return {
    queue,
    delivered,
    failures,
    async release(table: string, error?: Error) {
      const at = held.findIndex((one) => one.table === table)
      held.splice(at, 1)[0]?.release(error)
      await new Promise(setImmediate)
    },
  }
}

test('changes of one kind that wait behind a delivery are delivered together', async () => {
  const { queue, delivered, release } = heldQueue()
  queue.add(change('UPDATE', 'companies', 1))
  await new Promise(setImmediate)
  for (const id of [2, 3, 4]) queue.add(change('UPDATE', 'companies', id))
  await release('companies')
  expect(delivered).toEqual(['UPDATE companies 1', 'UPDATE companies 2,3,4'])
})

test('a row that was deleted and came back is announced in that order', async () => {
  const { queue, delivered, release } = heldQueue()
  for (const type of ['INSERT', 'DELETE', 'INSERT'] as const) queue.add(change(type, 'companies', 1))
  await new Promise(setImmediate)
  await release('companies')
  await release('companies')
  expect(delivered).toEqual(['INSERT companies 1', 'DELETE companies 1', 'INSERT companies 1'])
})

test('a slow table does not hold up another', async () => {
  const { queue, delivered, release } = heldQueue()
  for (const id of [1, 2]) queue.add(change('INSERT', 'cdr', id))
  queue.add(change('UPDATE', 'companies', 1))
  await new Promise(setImmediate)
  await release('companies')
  expect(delivered).toEqual(['INSERT cdr 1,2', 'UPDATE companies 1'])
})

test('a failed delivery is reported, and the next one follows', async () => {
  const { queue, delivered, failures, release } = heldQueue()
  queue.add(change('UPDATE', 'companies', 1))
  await new Promise(setImmediate)
  queue.add(change('DELETE', 'companies', 2))
  const error = new Error('The database is away')
  await release('companies', error)
  await release('companies')
  await queue.settled()
  expect(failures).toEqual([error])
  expect(delivered).toEqual(['UPDATE companies 1', 'DELETE companies 2'])
})
