import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FlowDestination, FlowSwitch, LastSwitched } from '@/components/call-flows/call-flow-page'
import { SwitchUntilDialog } from '@/components/call-flows/switch-until-dialog'
import type { CallFlowRow } from '@/hooks/use-call-flow-switch'
import { TenantContext } from '@/hooks/use-tenant'
import { answer, refusal, TENANT } from '../records/fake-backend'

const rpc = vi.fn()
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ rpc }) }))
const notify = vi.hoisted(() => vi.fn())
vi.mock('@/lib/browser/notify', () => ({ notify }))

const DESTINATIONS = [
  { id: 'day', kind: 'extensions', number: '1001', name: 'Reception', enabled: true, domain: TENANT.domain },
  {
    id: 'night',
    kind: 'extensions',
    number: '1002',
    name: 'Night desk',
    enabled: true,
    domain: TENANT.domain,
  },
]
const NOW = new Date('2026-03-02T15:00:30Z')

const flow = {
  id: 'f1',
  version: 3,
  name: 'Front door',
  state: 'normal',
  reverts_at: null,
  switched_at: null,
  switched_by: '',
  normal_label: 'Day',
  normal_destination_id: 'day',
  alternate_label: 'Night',
  alternate_destination_id: 'night',
} as CallFlowRow

let answerSwitch: () => unknown
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  answerSwitch = () => answer({})
  notify.mockReset()
  rpc
    .mockReset()
    .mockImplementation(async (name: string) =>
      name === 'tenant_destinations' ? answer(DESTINATIONS) : answerSwitch(),
    )
})
afterEach(() => void vi.useRealTimers())

function open(given: Partial<CallFlowRow> = {}, mayEdit = true) {
  const row = { ...flow, ...given }
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <TenantContext value={TENANT}>
        <FlowSwitch flow={row} zone="America/New_York" mayEdit={mayEdit} />
        <p data-testid="goes to">
          <FlowDestination flow={row} />
        </p>
        <LastSwitched flow={row} />
      </TenantContext>
    </SWRConfig>,
  )
  return userEvent.setup()
}
const SAVED_SINCE = 'Someone else has saved this call flow since you opened it.'

const switched = () =>
  rpc.mock.calls.filter(([name]) => name === 'switch_call_flow').map(([, asked]) => asked)

describe('the switch of a call flow', () => {
  test('toggles with one click, with a version check', async () => {
    const user = open()
    await user.click(screen.getByRole('switch', { name: 'Front door: Day' }))
    await waitFor(() => expect(notify).toHaveBeenCalledWith('success', 'Front door is switched to Night'))
    expect(switched()).toEqual([
      { flow: 'f1', to_state: 'alternate', expected_version: 3, revert_at: undefined },
    ])
  })

  test('shows why it failed', async () => {
    answerSwitch = () => refusal('TR409', SAVED_SINCE)
    const user = open()
    await user.click(screen.getByRole('switch', { name: 'Front door: Day' }))
    await waitFor(() => expect(notify).toHaveBeenCalledWith('error', SAVED_SINCE))
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Front door: Day' })).toBeEnabled())
  })

  test('is disabled for users who may not edit', () => {
    open({}, false)
    expect(screen.getByRole('switch')).toBeDisabled()
  })

  test('shows when the state ends, in the tenant’s time zone, and where calls go', async () => {
    open({ state: 'alternate', reverts_at: '2026-03-02T22:00:00Z' })
    expect(screen.getByRole('switch', { name: 'Front door: Night' })).toBeChecked()
    expect(screen.getByText('until today 5:00 PM')).toBeVisible()
    await waitFor(() => expect(screen.getByTestId('goes to')).toHaveTextContent('1002 Night desk'))
  })

  test('shows the effective state once the time has passed, even if it is not stored yet', async () => {
    open({ state: 'alternate', reverts_at: '2026-03-02T14:59:00Z' })
    expect(screen.getByRole('switch', { name: 'Front door: Day' })).not.toBeChecked()
    await waitFor(() => expect(screen.getByTestId('goes to')).toHaveTextContent('1001 Reception'))
  })

  test('shows who switched it last, and when', () => {
    open({ switched_at: '2026-03-02T12:00:00Z', switched_by: 'Night desk' })
    expect(screen.getByText('3 hours ago')).toBeVisible()
    expect(screen.getByText('by Night desk')).toBeVisible()
  })
})

describe('switching a call flow until a given time', () => {
  const openDialog = () => {
    const onClose = vi.fn()
    render(<SwitchUntilDialog flow={flow} zone="America/New_York" onClose={onClose} />)
    return { onClose, user: userEvent.setup() }
  }

  test('takes the time in the tenant’s time zone', async () => {
    const { user, onClose } = openDialog()
    await user.click(screen.getByRole('button', { name: 'In 4 hours' }))
    expect(screen.getByLabelText('Until')).toHaveValue('2026-03-02T14:00')
    await user.click(screen.getByRole('button', { name: 'Switch' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(switched()).toEqual([
      expect.objectContaining({ to_state: 'alternate', revert_at: '2026-03-02T19:00:00.000Z' }),
    ])
  })

  test('takes an hour from now also in the hour that comes twice', async () => {
    vi.setSystemTime('2026-11-01T05:20:30Z')
    const { user, onClose } = openDialog()
    expect(screen.getByLabelText('Until')).toHaveValue('2026-11-01T01:20')
    await user.click(screen.getByRole('button', { name: 'Switch' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(switched()).toEqual([expect.objectContaining({ revert_at: '2026-11-01T06:20:00.000Z' })])
  })

  test('keeps the input when saving fails', async () => {
    answerSwitch = () => refusal('TR409', SAVED_SINCE)
    const { user, onClose } = openDialog()
    await user.click(screen.getByRole('button', { name: 'Switch' }))
    expect(await screen.findByText(SAVED_SINCE, { exact: false })).toBeVisible()
    expect(onClose).not.toHaveBeenCalled()
    expect(screen.getByLabelText('Until')).toHaveValue('2026-03-02T11:00')
  })
})
