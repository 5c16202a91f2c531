import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { E911Dialog, type E911Step } from '@/components/dids/e911-dialog'
import { answer, open, refusal, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))

vi.mock('@/components/dids/e911-address', () => ({
  E911Address: ({ onChange }: { onChange: (id: string) => void }) => (
    <button type="button" onClick={() => onChange('a1')}>
      An address
    </button>
  ),
}))

const row = { id: 'd1', tenant_id: TENANT.id, number: '+12075550107', version: 3, e911_state: 'submitted' }
const onClose = vi.fn()
const show = (step: E911Step) => open(<E911Dialog row={row} step={step} onClose={onClose} />)

beforeEach(() => {
  onClose.mockReset()
  backend.rpc.mockReset().mockResolvedValue(answer(null))
})

describe('recording a step of a 911 registration', () => {
  test('asks for the reason of a rejection, and stores it', async () => {
    show('reject')
    const record = screen.getByRole('button', { name: 'Record rejection' })
    await userEvent.click(record)
    expect(await screen.findByText('Enter the reason.')).toBeVisible()
    expect(backend.rpc).not.toHaveBeenCalled()
    await userEvent.type(screen.getByLabelText(/^Reason/), 'No such street.')
    await userEvent.click(record)
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(backend.rpc).toHaveBeenCalledWith('set_e911_state', {
      did: 'd1',
      tenant: TENANT.id,
      expected_version: 3,
      to_state: 'rejected',
      reason: 'No such street.',
      reference: undefined,
    })
  })

  test('keeps the input when the database rejects it', async () => {
    backend.rpc.mockResolvedValue(refusal('TR409', 'Someone else has saved this record since you opened it.'))
    show('confirm')
    await userEvent.type(screen.getByLabelText('Carrier’s reference'), 'E-1')
    await userEvent.click(screen.getByRole('button', { name: 'Record confirmation' }))
    expect(await screen.findByText(/^Someone else has saved this record since you opened it\./)).toBeVisible()
    expect(screen.getByLabelText('Carrier’s reference')).toHaveValue('E-1')
    expect(onClose).not.toHaveBeenCalled()
  })

  test('closes once the refusal of an address has been read, because the number has changed by it', async () => {
    show('register')
    const problem = 'No such street.'
    vi.stubGlobal('fetch', async () => Response.json([{ id: 'd1', problem, note: null, rejected: true }]))
    await userEvent.click(await screen.findByRole('button', { name: 'An address' }))
    await userEvent.click(screen.getByRole('button', { name: 'Register' }))
    expect(await screen.findByText(problem)).toBeVisible()
    expect(screen.getByRole('dialog', { name: '(207) 555-0107 was not registered' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Done' }))
    expect(onClose).toHaveBeenCalled()
    vi.unstubAllGlobals()
  })

  test('keeps the form when nothing was recorded, so that it can be tried again', async () => {
    show('register')
    const problem = 'Telnyx could not be reached. Nothing was recorded; try again.'
    const sent = vi.fn(async () => Response.json([{ id: 'd1', problem, note: null }]))
    vi.stubGlobal('fetch', sent)
    await userEvent.click(await screen.findByRole('button', { name: 'An address' }))
    await userEvent.click(screen.getByRole('button', { name: 'Register' }))
    expect(await screen.findByText(problem)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Register' }))
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(2))
    expect(onClose).not.toHaveBeenCalled()
    vi.unstubAllGlobals()
  })

  test('says what remains to be done by hand before closing', async () => {
    const note = 'No carrier is connected. End the registration with the carrier as well.'
    show('end')
    vi.stubGlobal('fetch', async () => Response.json([{ id: 'd1', problem: null, note }]))
    await userEvent.click(screen.getByRole('button', { name: 'End registration' }))
    expect(await screen.findByText(note)).toBeVisible()
    expect(onClose).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Done' }))
    expect(onClose).toHaveBeenCalled()
    vi.unstubAllGlobals()
  })
})
