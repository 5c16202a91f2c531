import { screen, waitFor } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { OutboundEditor } from '@/components/outbound/outbound-editor'
import type { RecordRow, RecordValues } from '@/lib/records/field'
import type { Resource } from '@/lib/records/resource'
import { outboundRoute } from '@/lib/resources/outbound-route'
import { answer, open, tableOf } from '../records/fake-backend'

vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ rpc: async () => answer([]), from: () => tableOf(() => answer([])) }),
}))
vi.mock('@/hooks/use-member', () => ({ useMember: () => ({ permissions: new Set() }) }))

const resource = outboundRoute as unknown as Resource

function Form({ stored = null }: { stored?: RecordRow | null }) {
  const form = useForm<RecordValues>({ defaultValues: { ...resource.blank, ...stored } })
  return (
    <FormProvider {...form}>
      <OutboundEditor resource={resource} recordId="r" stored={stored} mayEdit />
    </FormProvider>
  )
}

const numbers = () => screen.getByRole('combobox', { name: /Dialed numbers/ })
const enabled = () => screen.getByRole('switch', { name: 'Enabled' })

test('a new route for expensive calls is off until it is switched on', async () => {
  const { user } = open(<Form />)
  expect(enabled()).toBeChecked()
  await user.selectOptions(numbers(), 'International')
  await waitFor(() => expect(enabled()).not.toBeChecked())
  await user.selectOptions(numbers(), 'Premium')
  expect(enabled()).not.toBeChecked()
  await user.selectOptions(numbers(), 'Local')
  await waitFor(() => expect(enabled()).toBeChecked())
  await user.selectOptions(numbers(), 'Regular expression')
  await user.selectOptions(screen.getByRole('combobox', { name: /Toll class/ }), 'International')
  await waitFor(() => expect(enabled()).not.toBeChecked())
  await user.click(enabled())
  expect(screen.getByText('Costly calls')).toBeInTheDocument()
  await user.selectOptions(screen.getByRole('combobox', { name: /Toll class/ }), 'Premium')
  expect(enabled()).toBeChecked()
})

test('a stored route stays as it was set', async () => {
  const stored = { id: 'r', version: 1, ...resource.blank, name: 'Abroad', enabled: true } as RecordRow
  const { user } = open(<Form stored={stored} />)
  await user.selectOptions(numbers(), 'International')
  expect(enabled()).toBeChecked()
})

test('a route for emergency calls has no caller ID of its own, because they show the phone’s number', async () => {
  const { user } = open(<Form />)
  const callerId = () => screen.queryByRole('combobox', { name: /Caller ID number/ })
  expect(callerId()).toBeInTheDocument()
  await user.selectOptions(numbers(), 'Emergency')
  expect(callerId()).toBeNull()
  const route = {
    ...resource.blank,
    name: '911',
    matches: 'emergency',
    gateway_1_id: 'g',
    caller_id_did_id: 'd',
  }
  expect(outboundRoute.schema.parse(route)).toMatchObject({ caller_id_did_id: null })
})
