import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Bars, NamedBars } from '@/components/reports/bars'
import { formatMoney } from '@/lib/billing/money'

const shown = (value: number, format?: (value: number) => string) => {
  const bars = [{ label: 'Lead', value, part: 1 }]
  render(<Bars bars={bars} partLabel="Answered" restLabel="Not answered" unit="Calls" format={format} />)
}

test.each([
  [0, '2', '1'],
  [1, '2', '1'],
  [7, '8', '4'],
  [100, '100', '50'],
  [179, '200', '100'],
  [278, '400', '200'],
  [1201, '2,000', '1,000'],
])('the axis for a maximum of %i ends at the round number %s, with %s halfway', (value, top, half) => {
  shown(value)
  expect(screen.getByText(top)).toBeInTheDocument()
  expect(screen.getByText(half)).toBeInTheDocument()
})

test('the chart names the unit of its axis', () => {
  shown(7)
  expect(screen.getByText('Calls')).toBeVisible()
})

test('an axis of amounts shows no cents', () => {
  shown(52_375, (value) => formatMoney(value, 'USD'))
  expect(screen.getByText('$60,000')).toBeInTheDocument()
  expect(screen.getByText('$30,000')).toBeInTheDocument()
})

const named = (count: number) => {
  const bars = Array.from({ length: count }, (_, at) => ({
    label: `Tenant ${at}`,
    value: 2000 - at,
    part: 1,
  }))
  render(<NamedBars bars={bars} partLabel="Billed" restLabel="Not billed" unit="Seats used" />)
}

test('a chart of names draws the first ten, each with its figure, and says of how many', () => {
  named(1234)
  expect(screen.getByText('Seats used, 10 of 1,234')).toBeVisible()
  expect(screen.getAllByTitle(/^Tenant/).map(({ textContent }) => textContent)).toEqual(
    Array.from({ length: 10 }, (_, at) => `Tenant ${at}`),
  )
  expect(screen.getByText('1,991')).toBeVisible()
})

test('a chart of a few names draws them all', () => {
  named(2)
  expect(screen.getByText('Seats used')).toBeVisible()
  expect(screen.getAllByTitle(/^Tenant/)).toHaveLength(2)
})
