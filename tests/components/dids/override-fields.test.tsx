import { screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { OverrideFields } from '@/components/dids/override-fields'
import { open } from '../records/fake-backend'

vi.mock('@/components/common/destination-picker', () => ({ DestinationPicker: () => null }))

function Form() {
  return (
    <FormProvider {...useForm()}>
      <OverrideFields />
    </FormProvider>
  )
}

test('the end of an override is said to be in the tenant’s time zone, by its name', () => {
  open(<Form />)
  expect(screen.getByLabelText('Until')).toHaveAccessibleDescription(
    'In the tenant’s time zone, America/New York.',
  )
})
