import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CompanyEntry } from '@/lib/search/hits'
import { createWarmUp } from '@/lib/search/warm-up'

function company(name: string): CompanyEntry {
  return { id: name, name, type: 'company', domain_uuid: null, tenant_code: null }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('warming up the search', () => {
  test('searches for the first loaded names, once no more rows arrive', () => {
    const search = vi.fn()
    const warmUp = createWarmUp(search)
    warmUp({ companies: [company('Abc')] })
    vi.advanceTimersByTime(150)
    warmUp({ opportunities: [{ id: '1', name: 'De', company_name: '' }] })
    vi.advanceTimersByTime(150)
    expect(search).not.toHaveBeenCalled()
    vi.runAllTimers()
    expect(search.mock.calls.flat()).toEqual(['A', 'Ab', 'Abc', 'D', 'De'])
  })

  test('yields to other work between searches', () => {
    const search = vi.fn()
    createWarmUp(search)({ companies: [company('Abc')] })
    vi.advanceTimersToNextTimer()
    expect(search).toHaveBeenCalledTimes(1)
    vi.advanceTimersToNextTimer()
    expect(search).toHaveBeenCalledTimes(2)
  })

  test('ends, and is not repeated for rows that arrive later', () => {
    const search = vi.fn()
    const warmUp = createWarmUp(search)
    warmUp({ companies: Array.from({ length: 1000 }, (_, n) => company(`A company called number ${n}`)) })
    vi.runAllTimers()
    expect(search.mock.calls.length).toBe(12 * 12)
    warmUp({ companies: [company('Later')] })
    vi.runAllTimers()
    expect(search.mock.calls.length).toBe(12 * 12)
  })
})
