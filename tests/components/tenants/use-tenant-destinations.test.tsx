import { render, screen } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useTenantDestinations } from '@/hooks/use-tenant-destinations'

const route = vi.hoisted(() => ({ query: {} as Record<string, string> }))
vi.mock('next/router', () => ({ useRouter: () => route }))

const identifier = 'transfer:*991001 XML harbor.pbx.example'
const fetcher = vi.fn()

function Label() {
  const { labels, loading } = useTenantDestinations()
  return <p>{loading ? 'loading' : (labels.get(identifier) ?? 'none')}</p>
}
const open = () =>
  render(
    <SWRConfig value={{ provider: () => new Map(), fetcher }}>
      <Label />
    </SWRConfig>,
  )

beforeEach(() => {
  fetcher.mockReset().mockResolvedValue({ voicemails: { '1001 Desk &#9993;': identifier } })
  route.query = {}
})

describe('the destinations of the tenant in the address', () => {
  test('are fetched and labelled, the envelope as a symbol', async () => {
    route.query = { tenantId: 't1' }
    open()
    expect(await screen.findByText('1001 Desk ✉')).toBeInTheDocument()
    expect(fetcher).toHaveBeenCalledExactlyOnceWith('/api/tenants/t1/tenant-destinations')
  })

  test('are not fetched on a page without a tenant', () => {
    open()
    expect(screen.getByText('none')).toBeInTheDocument()
    expect(fetcher).not.toHaveBeenCalled()
  })
})
