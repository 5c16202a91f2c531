import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { PageAnnouncer } from '@/components/shell/page-announcer'

const router = vi.hoisted(() => ({ asPath: '' }))
vi.mock('next/router', () => ({ useRouter: () => router }))

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

function Shell({ heading, page }: { heading?: string; page?: string }) {
  return (
    <>
      <main>
        {heading ? <h1>{heading}</h1> : 'Loading'}
        <nav>{page ? <a aria-current="page">{page}</a> : null}</nav>
      </main>
      <PageAnnouncer />
    </>
  )
}

/** Until the browser is idle and has told about what changed. */
const settle = () => act(() => vi.advanceTimersByTimeAsync(5000))

test('a page is announced by its heading, a tenant’s page by its name too', async () => {
  router.asPath = '/app'
  const { rerender } = render(<Shell heading="Dashboard" />)
  await settle()
  expect(screen.getByRole('status')).toHaveTextContent(/^$/)

  router.asPath = '/app/tenants/1/devices'
  rerender(<Shell heading="Harbor Light Dental" page="Devices" />)
  await settle()
  expect(screen.getByRole('status')).toHaveTextContent(/^Harbor Light Dental, Devices$/)
})

test('a page whose code is still loading is announced once it is there', async () => {
  router.asPath = '/app'
  const { rerender } = render(<Shell heading="Dashboard" />)

  router.asPath = '/app/inventory?status=in_stock'
  rerender(<Shell />)
  await settle()
  expect(screen.getByRole('status')).toHaveTextContent(/^$/)

  rerender(<Shell heading="Inventory" />)
  await settle()
  expect(screen.getByRole('status')).toHaveTextContent(/^Inventory$/)
})
