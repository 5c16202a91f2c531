import { expect, test, vi } from 'vitest'
import { importRecords } from '@/lib/records/import-records'
import { did } from '@/lib/resources/did'
import { extension } from '@/lib/resources/extension'
import type { Supabase } from '@/lib/supabase/browser-client'

const BUSY = {
  data: null,
  error: { code: 'PGRST003', message: 'Timed out acquiring connection.' },
  status: 504,
}
const STORED = {
  data: [{ row_number: 1, outcome: 'insert', message: null }],
  error: null,
  status: 200,
}
const importing = (rpc: unknown, resource: unknown = extension) =>
  importRecords(
    { rpc } as Supabase,
    resource as never,
    'tenant',
    [{ row: 2, values: { extension: '1001' } }],
    false,
    { sentAgainAfter: [0, 0] },
  )

test('an import sends a batch again while the server is too busy for it, and stops when it stays so', async () => {
  const rpc = vi.fn().mockResolvedValueOnce(BUSY).mockResolvedValue(STORED)
  expect(await importing(rpc)).toEqual([{ row_number: 2, outcome: 'insert', message: null }])
  expect(rpc.mock.calls[1]).toEqual(rpc.mock.calls[0])

  const never = vi.fn().mockResolvedValue(BUSY)
  await expect(importing(never)).rejects.toThrow('The server is busy. Nothing was changed')
  expect(never).toHaveBeenCalledTimes(3)
})

test('an import adds records only where the list itself can: a tenant gets its numbers from stock', async () => {
  const rpc = vi.fn().mockResolvedValue(STORED)
  await importing(rpc)
  await importing(rpc, did)
  expect(rpc.mock.calls).toMatchObject([
    ['import_records', { target_table: 'extensions', may_insert: true }],
    ['import_records', { target_table: 'dids', may_insert: false }],
  ])
})
