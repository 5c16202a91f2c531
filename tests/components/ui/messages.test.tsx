import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Alert } from '@/components/ui/alert'
import { DescriptionList } from '@/components/ui/description-list'
import { NoMatchState } from '@/components/ui/no-match-state'
import { PageHeader } from '@/components/ui/page-header'
import { Pagination } from '@/components/ui/pagination'
import { Spinner } from '@/components/ui/spinner'
import { Stat } from '@/components/ui/stat'

test.each(['danger', 'warning'] as const)('a %s alert is assertive', (tone) => {
  render(<Alert tone={tone}>Error updating user</Alert>)
  expect(screen.getByRole('alert')).toHaveTextContent('Error updating user')
})

test.each(['info', 'success'] as const)('an alert with tone %s is polite', (tone) => {
  render(<Alert tone={tone}>Sent</Alert>)
  expect(screen.getByRole('status')).toHaveTextContent('Sent')
})

test('the role of an alert can be set, or removed for an alert present from the start', () => {
  const { rerender } = render(
    <Alert tone="success" role="alert">
      Password updated
    </Alert>,
  )
  expect(screen.getByRole('alert')).toHaveTextContent('Password updated')
  rerender(
    <Alert tone="danger" quiet>
      Suspended
    </Alert>,
  )
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
})

test('the no-match state offers the whole list', async () => {
  const clear = vi.fn()
  const user = userEvent.setup()
  render(<NoMatchState onClear={clear} />)
  await user.click(screen.getByRole('button', { name: 'Clear search and filters' }))
  expect(clear).toHaveBeenCalledOnce()
})

test('a spinner is announced only if it has a label', () => {
  const { rerender } = render(<Spinner />)
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
  rerender(<Spinner label="Loading" />)
  expect(screen.getByRole('status')).toHaveTextContent('Loading')
})

test('a page header has the only h1 and the breadcrumbs', () => {
  render(<PageHeader title="Harbor Light" breadcrumbs={[{ label: 'Tenants', href: '/app/tenants' }]} />)
  expect(screen.getByRole('heading', { level: 1, name: 'Harbor Light' })).toBeInTheDocument()
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Tenants' })).toHaveAttribute('href', '/app/tenants')
})

test('pagination is disabled where there is no page, and keeps the focus there', async () => {
  const next = vi.fn()
  const user = userEvent.setup()
  const { rerender } = render(<Pagination page={1} range="1–50 of 2,140" onNext={next} />)
  expect(screen.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(next).toHaveBeenCalledOnce()
  rerender(<Pagination page={2} range="51–60 of 60" onPrevious={() => {}} />)
  expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(next).toHaveBeenCalledOnce()
})

test('a figure with a link is one link named by its label; a loading figure is busy', () => {
  const { container, rerender } = render(
    <Stat label="Open leads" figure="12" href="/app/sales?status=lead" />,
  )
  expect(screen.getByRole('link', { name: 'Open leads' })).toHaveAttribute('href', '/app/sales?status=lead')
  rerender(<Stat label="Open leads" figure={undefined} />)
  expect(container.firstElementChild).toHaveAttribute('aria-busy', 'true')
})

test('a missing value shows as a dash, and a zero as a zero', () => {
  render(
    <DescriptionList
      items={[
        { term: 'Owner', details: null },
        { term: 'Balance', details: 0 },
      ]}
    />,
  )
  expect(screen.getAllByRole('definition').map((details) => details.textContent)).toEqual(['—', '0'])
})
