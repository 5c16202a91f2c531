import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ServerDialog } from '@/components/devices/server-dialog'
import { open, TENANT } from '../records/fakes'

test('phones are told the address and the tenant’s domain; the password is in the settings', () => {
  open(<ServerDialog onClose={vi.fn()} />)
  expect(screen.getByText(`${window.location.origin}/provision/`)).toBeInTheDocument()
  expect(screen.getByText(TENANT.domain)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'In the tenant’s settings' })).toHaveAttribute(
    'href',
    `/app/tenants/${TENANT.id}/settings`,
  )
})
