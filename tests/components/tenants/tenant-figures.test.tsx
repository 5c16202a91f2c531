import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TenantFigures } from '@/components/tenants/tenant-figures'
import { open, TENANT } from '../records/fake-backend'

const rpc = vi.hoisted(() => vi.fn())
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ rpc }) }))

const FIGURES = {
  extensions_disabled: 1,
  voicemails: 11,
  dids: 4,
  dids_e911: 0,
  devices: 10,
  devices_provisioned: 9,
}

test('the figures keep their places while they load; that of voicemails leads to the extensions that have a mailbox', async () => {
  Object.assign(TENANT, { extensions: 13, extension_limit: 15 })
  const { promise, resolve } = Promise.withResolvers()
  rpc.mockReturnValue(promise)
  open(<TenantFigures />)
  expect(screen.getByText('13')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Voicemails' })).toHaveAttribute(
    'href',
    `/app/tenants/${TENANT.id}/extensions?voicemail_enabled=true`,
  )
  resolve({ data: FIGURES, error: null, status: 200 })
  expect(await screen.findByText('11')).toBeInTheDocument()
  for (const text of ['1 disabled', 'None with E911', '9 provisioned'])
    expect(screen.getByText(text)).toBeInTheDocument()
  expect(rpc).toHaveBeenCalledExactlyOnceWith('tenant_figures', { tenant: TENANT.id })
})

test('figures that cannot be loaded can be asked for again', async () => {
  rpc.mockResolvedValue({
    data: null,
    error: { message: 'No', code: '', details: '', hint: '' },
    status: 500,
  })
  open(<TenantFigures />)
  expect(await screen.findByText('The figures could not be loaded')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument()
})
