import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TenantSuspense } from '@/components/tenants/tenant-suspense'
import { TenantContext, useCurrentTenant } from '@/hooks/use-tenant'
import type { Tenant } from '@/lib/tenants/tenant'

const Name = () => useCurrentTenant().company_name
const tenant = { id: 't1', domain: 'harbor.demo.test', company_name: 'Harbor Lane Dental' } as Tenant

const page = (known: Promise<Tenant>) => (
  <TenantContext value={{ id: 't1', known }}>
    <TenantSuspense fallback="Loading">
      <Name />
    </TenantSuspense>
  </TenantContext>
)

test('the server does not wait for a tenant that did not come with the page', () => {
  expect(renderToString(page(new Promise(() => undefined)))).toBe('Loading')
})

test('the browser shows the tenant once it is known', async () => {
  const { promise, resolve } = Promise.withResolvers<Tenant>()
  const shown = page(promise)
  await act(async () => render(shown))
  expect(screen.getByText('Loading')).toBeInTheDocument()
  await act(async () => resolve(tenant))
  expect(screen.getByText('Harbor Lane Dental')).toBeInTheDocument()
})
