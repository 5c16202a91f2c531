import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InitialDataContext, type PageData, useInitialData } from '@/hooks/initial-data'
import { useBusinessDay } from '@/hooks/use-business-day'

const businessDay = { today: '2026-03-10', ends_at: '2026-03-11T04:00:00Z' }
vi.mock('@/hooks/use-member', () => ({ useMember: () => ({ businessDay }) }))
vi.mock('@/lib/session/session-store', () => ({ startAs: () => undefined }))

const Today = () => <p>{useBusinessDay()}</p>

function Page({ start }: { start: PageData }) {
  const { context } = useInitialData(start)
  return (
    <InitialDataContext value={context}>
      <Today />
    </InitialDataContext>
  )
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-11T03:59:59Z') })
})
afterEach(() => vi.useRealTimers())

test('a page that was rendered just before midnight is hydrated with that day, and goes over to the next', () => {
  const page = <Page start={{ user: { id: 'u1', email: '' }, at: Date.now(), answers: '[]' }} />
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(page)
  expect(screen.getByText('2026-03-10')).toBeInTheDocument()
  vi.setSystemTime('2026-03-11T04:00:01Z')
  const onRecoverableError = vi.fn()
  render(page, { container, hydrate: true, onRecoverableError })
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(screen.getByText('2026-03-11')).toBeInTheDocument()
  vi.setSystemTime('2026-03-12T04:00:01Z')
  act(() => vi.advanceTimersByTime(60_000))
  expect(screen.getByText('2026-03-12')).toBeInTheDocument()
})
