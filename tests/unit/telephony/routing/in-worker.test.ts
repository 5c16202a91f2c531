import { expose } from 'comlink'
import { expect, test } from 'vitest'
import { inWorker } from '@/lib/telephony/routing/in-worker'

/** A worker at the other end of a channel, and whether it is still running. */
function working(work: (given: number) => number) {
  const { port1, port2 } = new MessageChannel()
  let runs = true
  expose(work, port2)
  const terminate = () => {
    runs = false
    port1.close()
    port2.close()
  }
  return { worker: Object.assign(port1, { terminate }) as unknown as Worker, runs: () => runs }
}
const failing = (message: string) => Object.assign(new Event('error'), { message })

test('a job in a worker returns its result, and the worker exits', async () => {
  const { worker, runs } = working((given) => given * 2)
  expect(await inWorker<(given: number) => number>(worker, 21)).toBe(42)
  expect(runs()).toBe(false)
})

test('a job that throws rejects, and the worker exits', async () => {
  const { worker, runs } = working(() => {
    throw new Error('Too large.')
  })
  await expect(inWorker<(given: number) => number>(worker, 21)).rejects.toThrow('Too large.')
  expect(runs()).toBe(false)
})

test.each([
  ['Out of memory', 'Out of memory'],
  ['', 'The check failed.'],
])('a job whose worker dies of "%s" rejects', async (said, told) => {
  const { worker } = working((given) => given)
  const answer = inWorker<(given: number) => number>(worker, 21)
  worker.dispatchEvent(failing(said))
  await expect(answer).rejects.toThrow(told)
})
