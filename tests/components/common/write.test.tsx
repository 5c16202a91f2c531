import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Key, keys } from '@/hooks/keys'
import { useQuery } from '@/hooks/use-query'
import { TenantContext } from '@/hooks/use-tenant'
import { useAction } from '@/hooks/use-write'
import { notify } from '@/lib/browser/notify'
import { Refusal } from '@/lib/errors'
import { TENANT } from '../records/fake-backend'

vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))

const OTHER = '2c9033fc-2fe8-4e62-92bf-4c264fc45146'
const asked: Record<string, Key> = {
  own: keys.routing(TENANT.id),
  ownRecords: keys.records(TENANT.id, 'extensions'),
  nobodys: keys.records(null, 'companies'),
  others: keys.routing(OTHER),
  persons: keys.services('someone'),
}
const load = vi.fn(async (name: string) => name)
const work = vi.fn(async () => undefined)

function Asked({ name }: { name: string }) {
  return <p>{useQuery(asked[name] ?? null, () => load(name)).data ?? '…'}</p>
}
function Page() {
  const { act, pending } = useAction()
  return (
    <>
      {Object.keys(asked).map((name) => (
        <Asked key={name} name={name} />
      ))}
      <button type="button" disabled={pending} onClick={() => void act(work, 'Done')}>
        Act
      </button>
    </>
  )
}

async function openAndAct(before = () => undefined as unknown) {
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <TenantContext value={TENANT}>
        <Page />
      </TenantContext>
    </SWRConfig>,
  )
  for (const name of Object.keys(asked)) await screen.findByText(name)
  load.mockClear()
  before()
  await userEvent.click(screen.getByRole('button', { name: 'Act' }))
}
const refreshed = () => load.mock.calls.map(([name]) => name).sort()

beforeEach(() => {
  vi.clearAllMocks()
  load.mockImplementation(async (name) => name)
})

describe('an action on a tenant’s page', () => {
  test('refreshes only the data of that tenant and data without a tenant', async () => {
    await openAndAct()
    await waitFor(() => expect(refreshed()).toEqual(['nobodys', 'own', 'ownRecords']))
    expect(notify).toHaveBeenCalledExactlyOnceWith('success', 'Done')
  })

  test('is pending until the page shows what it did', async () => {
    const shown = Promise.withResolvers<string>()
    await openAndAct(() => load.mockReturnValue(shown.promise))
    const button = screen.getByRole('button', { name: 'Act' })
    await waitFor(() => expect(notify).toHaveBeenCalledOnce())
    expect(button).toBeDisabled()
    shown.resolve('changed')
    await waitFor(() => expect(button).toBeEnabled())
    expect(screen.getAllByText('changed').length).toBeGreaterThan(0)
  })

  test('reports a failure once, then shows what is stored', async () => {
    work.mockRejectedValueOnce(new Refusal('Someone else has saved it.', 409, 'conflict'))
    await openAndAct()
    await waitFor(() => expect(refreshed()).toEqual(['nobodys', 'own', 'ownRecords']))
    expect(notify).toHaveBeenCalledExactlyOnceWith('error', 'Someone else has saved it.')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Act' })).toBeEnabled())
  })
})
