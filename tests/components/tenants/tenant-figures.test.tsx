import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TenantFigures } from '@/components/tenants/tenant-figures'
import { open, TENANT } from '../records/fake-backend'

test('the figure of voicemails leads to the extensions that have a mailbox', () => {
  open(<TenantFigures />)
  expect(screen.getByRole('link', { name: 'Voicemails' })).toHaveAttribute(
    'href',
    `/app/tenants/${TENANT.id}/extensions?voicemail_enabled=true`,
  )
})
