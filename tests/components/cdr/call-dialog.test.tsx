import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CallDialog } from '@/components/cdr/call-dialog'
import { grant } from '../fake-member'
import { answer, open, tableOf, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
grant('telephony', 'view')

const call = {
  id: '5b8022fb-1fd7-4d51-81ae-3b153fb4fd35',
  call_uuid: '5b8022fb-1fd7-4d51-81ae-3b153fb4fd35',
  start_at: '2026-01-14T14:12:30.000Z',
  end_at: '2026-01-14T14:13:30.000Z',
  direction: 'inbound',
  from_number: '+12125550142',
  to_number: '+12075550107',
  status: 'answered',
  hangup_cause: 'NORMAL_CLEARING',
  q850: 16,
  codec: null,
  mos: null,
  addresses: null,
  legs: [],
  raw: {},
}
let recordingPath: string | null

beforeEach(() => {
  backend.from.mockImplementation((table: string) =>
    tableOf(() => answer(table === 'cdr' ? [{ ...call, recording_path: recordingPath }] : [])),
  )
})

const shown = async () => {
  open(<CallDialog tenant={TENANT} id={call.id} onClose={() => undefined} />)
  await screen.findByText('Media and addresses')
  return screen.queryByText(/^Its recording is not here: either it was deleted/)
}

test('a call says why its recording is not there', async () => {
  recordingPath = '/storage/trunkline-calls/call.wav'
  expect(await shown()).toBeVisible()
})

test('a call that was not recorded says nothing of a recording', async () => {
  recordingPath = null
  expect(await shown()).not.toBeInTheDocument()
})
