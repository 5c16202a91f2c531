import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Pagination } from '@/components/ui/pagination'

const pages = (range: string, loading = false) => (
  <Pagination range={range} loading={loading} onPrevious={() => undefined} onNext={() => undefined} />
)

test('the range is announced once the page is turned, and not whenever the list grows', async () => {
  const user = userEvent.setup()
  const { rerender } = render(pages('1–50 of 137'))
  rerender(pages('1–50 of 138'))
  expect(screen.getByText('1–50 of 138').closest('[aria-live]')).toBeNull()
  expect(screen.getByRole('status')).toBeEmptyDOMElement()

  await user.click(screen.getByRole('button', { name: 'Next' }))
  rerender(pages('1–50 of 138', true))
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  rerender(pages('51–100 of 138'))
  expect(screen.getByRole('status')).toHaveTextContent('51–100 of 138')
  rerender(pages('51–100 of 139'))
  expect(screen.getByRole('status')).toHaveTextContent('51–100 of 138')
  await user.tab({ shift: true })
  await user.tab({ shift: true })
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})
