import { render, screen } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useTenantDestinations } from '@/hooks/use-destination-choice'
import { TenantContext } from '@/hooks/use-tenant'
import type { Tenant } from '@/lib/tenants/tenant'

const identifier = 'transfer:*991001 XML harbor.pbx.example'
const fetched = vi.fn()

function Label({ wanted }: { wanted: boolean }) {
  const { labels } = useTenantDestinations(wanted)
  return <p>{labels.get(identifier) ?? 'none'}</p>
}
const open = (tenant: Tenant | null, wanted = true) =>
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <TenantContext value={tenant}>
        <Label wanted={wanted} />
      </TenantContext>
    </SWRConfig>,
  )
const HARBOR = { id: 't1' } as Tenant

beforeEach(() => {
  fetched
    .mockReset()
    .mockImplementation(async () => Response.json({ voicemails: { '1001 Desk &#9993;': identifier } }))
  vi.stubGlobal('fetch', fetched)
})

describe('the destinations of the tenant in the address', () => {
  test('are fetched and labeled, with the envelope as a symbol', async () => {
    open(HARBOR)
    expect(await screen.findByText('1001 Desk ✉')).toBeInTheDocument()
    expect(fetched.mock.calls.map(([path]) => path)).toEqual(['/api/tenants/t1/tenant-destinations'])
  })

  test.each([
    ['on a page without a tenant', null, true],
    ['before they are needed', HARBOR, false],
  ])('are not fetched %s', (_when, tenant, wanted) => {
    open(tenant, wanted)
    expect(screen.getByText('none')).toBeInTheDocument()
    expect(fetched).not.toHaveBeenCalled()
  })
})
