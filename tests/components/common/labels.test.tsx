import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useDestinations } from '@/hooks/use-destinations'
import { useFieldLabels } from '@/hooks/use-record-labels'
import type { Field } from '@/lib/records/field'
import { answer, open } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))

const GONE = '5b8022fb-1fd7-4d51-81ae-3b153fb4fd35'
const FIELDS = [{ name: 'destination_id', label: 'Destination', kind: 'destination' }] as Field[]
const ROWS = [{ destination_id: GONE }]

function Labels() {
  const { labelOf } = useDestinations([GONE])
  const { label } = useFieldLabels(FIELDS, ROWS, null)
  const [field] = FIELDS
  return (
    <p>
      {labelOf(GONE)} and {field && (label(field, GONE) ?? 'unknown')}
    </p>
  )
}

beforeEach(() => {
  backend.rpc.mockReset().mockImplementation(async () => answer([]))
})

test('a record without a label shows no placeholder while the labels are read again', async () => {
  open(<Labels />)
  expect(await screen.findByText(`${GONE} and unknown`)).toBeInTheDocument()
  const asked = backend.rpc.mock.calls.length
  backend.rpc.mockImplementation(() => new Promise(() => undefined))
  fireEvent(window, new Event('online'))
  await waitFor(() => expect(backend.rpc.mock.calls.length).toBeGreaterThan(asked))
  expect(screen.getByText(`${GONE} and unknown`)).toBeInTheDocument()
})
