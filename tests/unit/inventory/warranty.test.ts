import { expect, test } from 'vitest'
import { warrantyEnd } from '@/lib/inventory/warranty'

test.each([
  ['2026-01-31', 24, '2028-01-31'],
  ['2026-01-31', 1, '2026-02-28'],
  ['2023-12-31', 2, '2024-02-29'],
  ['2026-08-15', 0, '2026-08-15'],
  [null, 12, null],
  ['2026-08-15', null, null],
])('stock bought on %s with a %s-month warranty is covered until %s', (bought, months, end) => {
  expect(warrantyEnd(bought, months)).toBe(end)
})
