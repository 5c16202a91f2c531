import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { LiveCallList } from '@/components/live-calls/live-call-list'
import { LiveCallsCard } from '@/components/live-calls/live-calls-card'
import { pathOf } from '@/lib/cdr/call-path'
import type { LiveCall } from '@/lib/live/live-calls'
import { grant } from '../fake-member'
import { openOver } from '../records/fake-backend'

vi.mock('@/hooks/use-member', () => import('../fake-member'))
const live = vi.hoisted(() => ({ calls: [] as unknown[], reportedAt: 0, retry: async () => undefined }))
vi.mock('@/hooks/use-live-calls', () => ({ useLiveCalls: () => live }))

const BEGUN = Date.UTC(2026, 10, 23, 15)
const step = (seconds: number, why: string, table: string, label: string, more = {}) => ({
  at: BEGUN + seconds * 1000,
  reason: { why, record: { table, id: `id-${seconds}`, label }, ...more },
})
const PATH = [
  step(0, 'number routed', 'dids', '+12075550140'),
  step(3, 'extension rings', 'extensions', '1001', { seconds: 20 }),
]
const call = (given: Partial<LiveCall> = {}): LiveCall => ({
  id: 'c1',
  tenant_id: 't1',
  tenant: 'Harbor Lane Dental',
  direction: 'inbound',
  caller_number: '+12085550142',
  caller_name: 'Ada Byron',
  called_number: '+12075550140',
  other_number: '1001',
  other_name: null,
  state: 'talking',
  queue_id: null,
  queue: null,
  path: pathOf(JSON.stringify(PATH)) as unknown as LiveCall['path'],
  codec: 'PCMU',
  mos: 4.31,
  startedAt: BEGUN,
  stateAt: BEGUN,
  ...given,
})

function show(...calls: LiveCall[]) {
  const { user, reload } = openOver<readonly LiveCall[]>(calls, (shown) => (
    <LiveCallList
      live={{ calls, reportedAt: BEGUN, error: undefined, retry: async () => undefined }}
      shown={shown}
      ofAll
      filtered={false}
      onClear={() => undefined}
    />
  ))
  return { user, filter: reload, row: screen.getByRole('row', { name: /\(208\) 555-0142/ }) }
}

beforeEach(() => {
  grant('telephony', 'view')
})

describe('calls now', () => {
  test('show a call’s quality', () => {
    expect(within(show(call()).row).getByText('4.31')).toBeInTheDocument()
    expect(screen.queryByText('(poor)')).not.toBeInTheDocument()
  })

  test('say that a poor quality is poor', () => {
    expect(within(show(call({ mos: 2.9 })).row).getByText('(poor)')).toBeInTheDocument()
  })

  test('show no quality before it is measured', () => {
    expect(show(call({ mos: null })).row).not.toHaveTextContent(/\d\.\d\d/)
  })

  test('open to the path so far, each step with its time since the call began', async () => {
    const { user } = show(call())
    await user.click(screen.getByText('(208) 555-0142'))
    const dialog = await screen.findByRole('dialog', { name: 'Call' })
    const steps = within(dialog)
      .getAllByRole('listitem')
      .map((item) => item.textContent)
    expect(steps).toEqual([
      expect.stringMatching(/^After 0 s.*\+12075550140 routes here\.$/),
      expect.stringMatching(/^After 3 s.*1001/),
    ])
    expect(dialog).toHaveTextContent('MOS4.31')
  })

  test('open to a call that has taken no step yet', async () => {
    const { user } = show(call({ path: null }))
    await user.click(screen.getByText('(208) 555-0142'))
    expect(await screen.findByText('This call has taken no step yet.')).toBeInTheDocument()
  })
})

test('a tenant’s overview says that its calls are those of a switch that has become silent', () => {
  live.reportedAt = Date.now() - 30_000
  openOver(1, () => <LiveCallsCard tenantId="t1" />)
  expect(screen.getByRole('alert')).toHaveTextContent('A switch is not reporting its calls')
})

describe('what can be done with a call', () => {
  const actions = () => screen.queryByRole('button', { name: 'Actions for the call from (208) 555-0142' })
  const offered = async (user: ReturnType<typeof show>['user']) => {
    await user.click(actions() as HTMLElement)
    return (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
  }

  test('is nothing for users who may only view', () => {
    show(call())
    expect(actions()).toBeNull()
  })

  test('is to listen with the permission to listen, and nothing else', async () => {
    grant('telephony', 'view', 'listen')
    expect(await offered(show(call()).user)).toEqual(['Listen…'])
  })

  test('is not to listen with every other permission', async () => {
    grant('telephony', 'view', 'create', 'edit', 'delete', 'export')
    expect(await offered(show(call()).user)).toEqual(['Move to an extension…', 'Hang up…'])
  })

  test('is to listen only while somebody talks', async () => {
    grant('telephony', 'view', 'listen')
    await offered(show(call({ state: 'ringing' })).user)
    expect(screen.getByRole('menuitem', { name: 'Listen…' })).toHaveAttribute('aria-disabled', 'true')
  })

  test('stays asked for while the call’s row leaves the list', async () => {
    grant('telephony', 'view', 'edit')
    const { user, filter } = show(call())
    await user.click(actions() as HTMLElement)
    await user.click(await screen.findByRole('menuitem', { name: 'Hang up…' }))
    expect(await screen.findByRole('alertdialog', { name: 'Hang up this call?' })).toBeVisible()
    filter([])
    expect(screen.queryByRole('row', { name: /555-0142/ })).not.toBeInTheDocument()
    expect(screen.getByRole('alertdialog', { name: 'Hang up this call?' })).toHaveTextContent(
      'The call from (208) 555-0142 to (207) 555-0140',
    )
  })

  test('stays asked for on a tenant’s overview while more calls begin', async () => {
    grant('telephony', 'view', 'edit')
    live.calls = [call()]
    const { user, reload } = openOver(1, () => <LiveCallsCard tenantId="t1" />)
    await user.click(actions() as HTMLElement)
    await user.click(await screen.findByRole('menuitem', { name: 'Hang up…' }))
    await screen.findByRole('alertdialog', { name: 'Hang up this call?' })
    const newer = Array.from({ length: 8 }, (_, n) =>
      call({ id: `new ${n}`, caller_number: `+1307555010${n}` }),
    )
    live.calls = [...newer, call()]
    reload(2)
    expect(screen.queryByText('(208) 555-0142')).not.toBeInTheDocument()
    expect(screen.getByRole('alertdialog', { name: 'Hang up this call?' })).toBeVisible()
  })
})
