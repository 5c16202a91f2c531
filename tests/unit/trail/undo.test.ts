import { expect, test, vi } from 'vitest'
import type { Supabase } from '@/lib/supabase/browser-client'
import { undoChange } from '@/lib/trail/pages'

const reason = (label: string) => ({
  table_name: 'extensions',
  record_id: label,
  label,
  message: 'It has been deleted since.',
})

test('a large change is undone in several requests, whose results are added up', async () => {
  const rpc = vi
    .fn()
    .mockResolvedValueOnce({
      data: { undone: 249, kept: 1, reasons: [reason('1')], taken: 250, more: true },
      error: null,
    })
    .mockResolvedValueOnce({
      data: { undone: 50, kept: 1, reasons: [reason('2')], taken: 51, more: false },
      error: null,
    })
  const told = vi.fn()
  expect(await undoChange({ rpc } as unknown as Supabase, 'tenant', 'entry', told)).toEqual({
    undone: 299,
    kept: 2,
    reasons: [reason('1'), reason('2')],
  })
  expect(told.mock.calls).toEqual([[249], [299]])
  const [first, second] = rpc.mock.calls.map(([, asked]) => asked)
  expect([first.skipped, second.skipped]).toEqual([0, 250])
  expect(second.run).toBe(first.run)
})
