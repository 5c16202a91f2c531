import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WaitingScans } from '@/components/inventory/waiting-scans'
import type { Receipt } from '@/lib/inventory/receiving'

const kept = (...states: Receipt['state'][]) =>
  JSON.stringify(
    states.map((state, n) => ({
      ...{ id: `r${n}`, mac: `80:5E:C0:11:22:3${n}`, model: 'T54W', location: 'Shelf 3', serial: '', state },
    })),
  )

test.each<[string, Receipt['state'][], string, string]>([
  ['waits', ['waiting', 'received'], 'A phone that you scanned is not in inventory yet.', 'Send it'],
  [
    'was rejected',
    ['rejected', 'received'],
    'A phone that you scanned is not in inventory yet.',
    'Show the scans',
  ],
  [
    'waits beside rejected ones',
    ['waiting', 'rejected'],
    '2 phones that you scanned are not in inventory yet.',
    'Show the scans',
  ],
])('every page tells of a scan that %s', (_, states, told, way) => {
  render(<WaitingScans kept={kept(...states)} />)
  expect(screen.getByRole('status')).toHaveTextContent(told)
  expect(screen.getByRole('link', { name: way })).toHaveAttribute('href', '/app/inventory?receive=true')
})

test('no page tells of scans that are in inventory', () => {
  render(<WaitingScans kept={kept('received', 'duplicate')} />)
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
})
