import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { Fields } from '@/components/records/fields'
import { stockItem } from '@/lib/resources/stock-item'
import { permissionsFrom } from '@/lib/session/permissions'
import { open } from './fake-backend'

vi.mock('@/hooks/use-member', () => ({
  useMember: () => ({ permissions: permissionsFrom([{ section: 'sales', action: 'create' }]) }),
}))

function Form({ children }: { children: ReactNode }) {
  return <FormProvider {...useForm({ defaultValues: { company_id: null } })}>{children}</FormProvider>
}

test('the button for a new company is there as soon as the form is', () => {
  open(
    <Form>
      <Fields of={stockItem} names={['company_id']} />
    </Form>,
  )
  expect(screen.getByRole('button', { name: 'New company' })).toBeVisible()
})
