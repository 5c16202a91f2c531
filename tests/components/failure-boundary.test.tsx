import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { FailureBoundary } from '@/components/failure/failure-boundary'
import { reportError } from '@/lib/monitoring'

vi.mock('@/lib/monitoring', () => ({ reportError: vi.fn() }))
afterEach(() => vi.restoreAllMocks())

it('renders its children while nothing is wrong', () => {
  render(<FailureBoundary>All is well</FailureBoundary>)
  expect(screen.getByText('All is well')).toBeInTheDocument()
  expect(reportError).not.toHaveBeenCalled()
})

it('replaces what failed with an error page without technical details, and reports the error', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const error = new Error('select from secrets')
  function Broken(): never {
    throw error
  }
  render(
    <FailureBoundary>
      <Broken />
    </FailureBoundary>,
  )
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Reload this page' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Go to the start page' })).toHaveAttribute('href', '/app')
  expect(document.body).not.toHaveTextContent('secrets')
  expect(reportError).toHaveBeenCalledExactlyOnceWith(error, expect.stringContaining('Broken'))
})

it('shows the page that Back leads to', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  function Broken(): never {
    throw new Error('boom')
  }
  const { rerender } = render(
    <FailureBoundary>
      <Broken />
    </FailureBoundary>,
  )
  rerender(<FailureBoundary>The page before</FailureBoundary>)
  expect(screen.getByText('The page before')).toBeInTheDocument()
})
