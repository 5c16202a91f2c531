import { beforeEach, describe, expect, test, vi } from 'vitest'
import { RequestFailure } from '@/lib/errors'
import { PAGE_SIZE as TENANTS_PER_PAGE } from '@/lib/lists/page'
import type { Supabase } from '@/lib/supabase/browser-client'
import { listTenants } from '@/lib/tenants/tenant-list'
import type { TenantQuery } from '@/lib/tenants/tenant-query'

const rpc = vi.fn()
const supabase = { rpc } as unknown as Supabase
const query: TenantQuery = {
  search: ' harbor ',
  status: 'active',
  timeZone: null,
  full: false,
  problems: null,
  sort: 'company',
  descending: false,
  after: null,
  before: null,
}
const row = (n: number) => ({ id: `id-${n}`, sort_value: `value-${n}` })
const rows = (count: number) => Array.from({ length: count }, (_, n) => row(n))
const at = (n: number) => ({ id: `id-${n}`, value: `value-${n}` })
const answer = (data: unknown) => rpc.mockResolvedValue({ data, error: null, status: 200 })

beforeEach(() => rpc.mockReset())

describe('a page of the tenant list', () => {
  test('is requested with the filters that are set', async () => {
    answer([])
    await listTenants(supabase, query)
    expect(rpc).toHaveBeenCalledExactlyOnceWith('tenant_list', {
      search: 'harbor',
      only_status: 'active',
      only_time_zone: undefined,
      only_full: false,
      sort_by: 'company',
      descending: false,
      after_value: undefined,
      after_id: undefined,
      page_size: TENANTS_PER_PAGE + 1,
    })
  })

  test('has no neighbors when everything fits', async () => {
    answer(rows(TENANTS_PER_PAGE))
    const page = await listTenants(supabase, query)
    expect(page).toMatchObject({ previous: null, next: null })
    expect(page.rows).toHaveLength(TENANTS_PER_PAGE)
  })

  test('has a next page after its last row when there are more', async () => {
    answer(rows(TENANTS_PER_PAGE + 1))
    const page = await listTenants(supabase, query)
    expect(page.rows).toHaveLength(TENANTS_PER_PAGE)
    expect(page).toMatchObject({ previous: null, next: at(TENANTS_PER_PAGE - 1) })
  })

  test('reached going forward has a previous page before its first row', async () => {
    answer(rows(3))
    const page = await listTenants(supabase, { ...query, after: at(99) })
    expect(rpc.mock.calls[0]?.[1]).toMatchObject({
      after_id: 'id-99',
      after_value: 'value-99',
      descending: false,
    })
    expect(page).toMatchObject({ previous: at(0), next: null })
  })

  test('reached going backward is requested in reverse order and shown in the right one', async () => {
    answer(rows(TENANTS_PER_PAGE + 1))
    const page = await listTenants(supabase, { ...query, before: at(99) })
    expect(rpc.mock.calls[0]?.[1]).toMatchObject({ after_id: 'id-99', descending: true })
    expect(page.rows.map(({ id }) => id)).toEqual(
      rows(TENANTS_PER_PAGE)
        .map(({ id }) => id)
        .reverse(),
    )
    expect(page).toMatchObject({ previous: at(TENANTS_PER_PAGE - 1), next: at(0) })
  })

  test('reached going backward is the first when nothing precedes it', async () => {
    answer(rows(2))
    expect(await listTenants(supabase, { ...query, before: at(99) })).toMatchObject({
      previous: null,
      next: at(0),
    })
  })

  test('fails with a readable message, and logs the database’s own', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const refusal = { message: 'permission denied for table tenants' }
    rpc.mockResolvedValue({ data: null, error: refusal, status: 403 })
    await expect(listTenants(supabase, query)).rejects.toThrow(
      new RequestFailure('Something went wrong.', 403, refusal),
    )
    expect(log).toHaveBeenCalledWith(refusal)
    log.mockRestore()
  })

  test('reports that the server is unreachable if there is no answer', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    rpc.mockResolvedValue({ data: null, error: { message: 'TypeError: Failed to fetch' }, status: 0 })
    await expect(listTenants(supabase, query)).rejects.toThrow('The server cannot be reached.')
    log.mockRestore()
  })
})
