import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Pagination } from '@/components/ui/pagination'

const pages = (page: string, range: string, loading = false) => (
  <Pagination
    page={page}
    range={range}
    loading={loading}
    onPrevious={() => undefined}
    onNext={() => undefined}
  />
)

test('the range is announced once the page is turned, and not whenever the list grows', async () => {
  const user = userEvent.setup()
  const { rerender } = render(pages('first', '50 of 137 numbers'))
  rerender(pages('first', '50 of 138 numbers'))
  expect(screen.getByText('50 of 138 numbers').closest('[aria-live]')).toBeNull()
  expect(screen.getByRole('status')).toBeEmptyDOMElement()

  for (const page of ['second', 'third']) {
    await user.click(screen.getByRole('button', { name: 'Next' }))
    rerender(pages('before', '50 of 138 numbers', true))
    expect(screen.getByRole('status')).toBeEmptyDOMElement()
    rerender(pages(page, '50 of 138 numbers'))
    expect(screen.getByRole('status')).toHaveTextContent('50 of 138 numbers')
    rerender(pages(page, '50 of 139 numbers'))
    expect(screen.getByRole('status')).toHaveTextContent('50 of 138 numbers')
  }
  await user.tab({ shift: true })
  await user.tab({ shift: true })
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})
