import { describe, expect, test } from 'vitest'
import type { CompanyEntry, Found } from '@/lib/search/hits'
import { createSearchClient } from '@/lib/search/search-client'
import { HeldSearchWorker } from '../../support/search-worker'

function started() {
  const worker = new HeldSearchWorker()
  const client = createSearchClient(() => worker as unknown as Worker)
  const settle = async <Result>(result: Promise<Result>): Promise<Result> => {
    worker.answerNext()
    return result
  }
  return { worker, client, settle }
}

const namesIn = (found: Found | undefined) => found?.hits.map(({ name }) => name)

const cedar: CompanyEntry = { id: '1', name: 'Cedar Law', type: null, domain_uuid: null, tenant_code: null }
const maple: CompanyEntry = { ...cedar, id: '2', name: 'Maple Law' }

describe('createSearchClient', () => {
  test('starts no worker until one is needed', () => {
    let count = 0
    createSearchClient(() => {
      count += 1
      return new HeldSearchWorker() as unknown as Worker
    })
    expect(count).toBe(0)
  })

  test('finds what was loaded and prepended, and nothing after a reset', async () => {
    const { client, settle } = started()
    await settle(client.load({ companies: [cedar] }))
    await settle(client.prepend({ companies: [maple] }))
    expect(namesIn(await settle(client.search('law')))).toEqual(['Maple Law', 'Cedar Law'])
    expect(namesIn(await settle(client.search('law', { limit: 1 })))).toEqual(['Maple Law'])
    await settle(client.reset())
    expect(await settle(client.search('law'))).toEqual({ hits: [], more: false })
  })

  test('answers only the latest search and skips those superseded while waiting', async () => {
    const { worker, client, settle } = started()
    await settle(client.load({ companies: [cedar] }))
    const first = client.search('c')
    const second = client.search('ce')
    const third = client.search('ced', { mode: 'company-name' })
    expect(await second).toBeUndefined()
    expect(await settle(first)).toBeUndefined()
    expect(namesIn(await settle(third))).toEqual(['Cedar Law'])
    expect(worker.searched).toEqual(['c', 'ced'])
  })

  test('rejects a request that the worker could not fulfill, and continues', async () => {
    const { client, settle } = started()
    const broken = { ...cedar, name: null } as unknown as CompanyEntry
    await expect(settle(client.load({ companies: [broken] }))).rejects.toThrow()
    await settle(client.load({ companies: [maple] }))
    expect(namesIn(await settle(client.search('maple')))).toEqual(['Maple Law'])
  })

  test('rejects pending and later requests when the worker crashes', async () => {
    const { worker, client } = started()
    const search = client.search('law')
    worker.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }))
    await expect(search).rejects.toThrow('out of memory')
    await expect(client.search('law')).rejects.toThrow('out of memory')
    await expect(client.load({ companies: [cedar] })).rejects.toThrow('out of memory')
    expect(worker.terminated).toBe(true)
  })

  test('rejects when no worker can be started', async () => {
    const client = createSearchClient(() => {
      throw new Error('blocked')
    })
    await expect(client.search('law')).rejects.toThrow('blocked')
  })

  test('terminates the worker when closed', async () => {
    const { worker, client } = started()
    const load = client.load({ companies: [cedar] })
    client.close()
    await expect(load).rejects.toThrow('closed')
    expect(worker.terminated).toBe(true)
  })
})
