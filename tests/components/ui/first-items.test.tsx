import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FirstItems } from '@/components/ui/first-items'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

function show(count: number, most: number) {
  render(
    <ul>
      <FirstItems items={numbers(count)} most={most}>
        {(number) => <li key={number}>{number}</li>}
      </FirstItems>
    </ul>,
  )
  return screen.getAllByRole('listitem').map((item) => item.textContent)
}

test('a long list is cut off, and counts the rest', () => {
  expect(show(1502, 2)).toEqual(['1', '2', 'and 1,500 more'])
})

test('a list that fits is whole', () => {
  expect(show(2, 2)).toEqual(['1', '2'])
})
