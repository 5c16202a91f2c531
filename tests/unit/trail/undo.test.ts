import { expect, test, vi } from 'vitest'
import type { Supabase } from '@/lib/supabase/browser-client'
import { undoChange } from '@/lib/trail/pages'

const reason = (label: string) => ({
  table_name: 'extensions',
  record_id: label,
  label,
  message: 'It has been deleted since.',
})

test('a large change is undone in several requests, then what stayed is tried again', async () => {
  const rpc = vi
    .fn()
    .mockResolvedValueOnce({
      data: { undone: 249, kept: 1, reasons: [reason('1')], taken: 250, more: true, left: ['1'] },
      error: null,
    })
    .mockResolvedValueOnce({
      data: { undone: 50, kept: 1, reasons: [reason('2')], taken: 51, more: false, left: ['2'] },
      error: null,
    })
    .mockResolvedValueOnce({
      data: { undone: 1, kept: 1, reasons: [reason('2')], taken: 2, more: false, left: ['2'] },
      error: null,
    })
  const told = vi.fn()
  expect(await undoChange({ rpc } as unknown as Supabase, 'tenant', 'entry', told)).toEqual({
    undone: 300,
    kept: 1,
    reasons: [reason('2')],
  })
  expect(told.mock.calls).toEqual([[249], [299], [300]])
  const [first, second, again] = rpc.mock.calls.map(([, asked]) => asked)
  expect([first.skipped, second.skipped]).toEqual([0, 250])
  expect(again.again).toEqual(['1', '2'])
  expect([second.run, again.run]).toEqual([first.run, first.run])
})
