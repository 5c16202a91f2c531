import { cleanup, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { CheckCard } from '@/components/configuration-check/check-card'
import { CheckPage } from '@/components/configuration-check/check-page'
import { TenantContext } from '@/hooks/use-tenant'
import type { CheckedProblem, ConfigurationCheck } from '@/lib/tenants/checks-client'
import type { ProblemCounts } from '@/lib/tenants/tenant'
import { open, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({
  configurationCheck: vi.fn(),
  acceptProblem: vi.fn(),
  withdrawAcceptance: vi.fn(),
  repairProblem: vi.fn(),
}))
vi.mock('@/lib/tenants/checks-client', async (original) => ({ ...(await original()), ...backend }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))
const rights = vi.hoisted(() => ({ permissions: ['telephony.view', 'telephony.edit'] }))
vi.mock('@/hooks/use-member', () => ({ useMember: () => ({ permissions: new Set(rights.permissions) }) }))

const problem = (n: number, given: Partial<CheckedProblem> = {}): CheckedProblem => ({
  severity: 'error',
  kind: 'number-unrouted',
  record: { table: 'dids', id: `d${n}`, label: `(207) 555-${n}` },
  text: `Calls to (207) 555-${n} are refused: it has no route.`,
  href: `/app/tenants/${TENANT.id}/dids/inbound?record=d${n}`,
  key: `number-unrouted dids d${n}`,
  accepted: null,
  ...given,
})
const answering = (problems: CheckedProblem[], given: Partial<ConfigurationCheck> = {}) =>
  backend.configurationCheck.mockResolvedValue({
    current: true,
    checked_at: new Date().toISOString(),
    problems,
    ...given,
  })
const NOTED = { id: 'a1', note: 'A lobby phone.', by: 'Dana Ortiz', at: '2026-11-20T10:00:00Z' }

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  for (const each of Object.values(backend)) each.mockReset()
  rights.permissions = ['telephony.view', 'telephony.edit']
})

describe('the configuration check', () => {
  test('lists problems by severity, each with a link to fix it', async () => {
    answering([problem(1000), problem(1001, { severity: 'notice', text: 'Both states do the same.' })])
    open(<CheckPage />)
    const errors = await screen.findByRole('list', { name: 'Errors' })
    expect(within(errors).getByRole('link')).toHaveAttribute('href', problem(1000).href)
    expect(screen.getByRole('list', { name: 'Notices' })).toHaveTextContent('Both states do the same.')
  })

  test('names what each link opens', async () => {
    answering([
      problem(1000),
      problem(1001, { key: 'emergency', record: { table: 'dids', id: '', label: '' } }),
      problem(1002, { record: { table: 'outbound_routes', id: '', label: '' }, accepted: NOTED }),
    ])
    open(<CheckPage />)
    const errors = await screen.findByRole('list', { name: 'Errors' })
    expect(within(errors).getByRole('link', { name: 'Open number (207) 555-1000' })).toBeVisible()
    expect(within(errors).getByRole('link', { name: 'Open the numbers' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open the outbound routes' })).toBeVisible()
  })

  test('shows the first fifty of each severity, and all on request', async () => {
    answering(Array.from({ length: 60 }, (_, n) => problem(1000 + n)))
    const { user } = open(<CheckPage />)
    const errors = await screen.findByRole('list', { name: 'Errors' })
    expect(within(errors).getAllByRole('listitem')).toHaveLength(50)
    await user.click(screen.getByRole('button', { name: 'Show all 60' }))
    expect(within(errors).getAllByRole('listitem')).toHaveLength(60)
  })

  test('lists accepted problems separately, with who and why, and can withdraw the acceptance', async () => {
    answering([problem(1000, { accepted: NOTED })])
    const { user } = open(<CheckPage />)
    const accepted = await screen.findByRole('list', { name: 'Accepted' })
    expect(accepted).toHaveTextContent('A lobby phone.')
    expect(accepted).toHaveTextContent('Dana Ortiz')
    expect(screen.getByText('Every other problem has been accepted.')).toBeVisible()
    await user.click(within(accepted).getByRole('button', { name: /^Withdraw/ }))
    expect(backend.withdrawAcceptance).toHaveBeenCalledWith(expect.anything(), 'a1')
  })

  test('applies a repair immediately when there is nothing to decide', async () => {
    const repair: CheckedProblem['repair'] = {
      label: 'Turn on extension 1001',
      table: 'extensions',
      id: 'e1001',
      was: { enabled: false },
      set: { enabled: true },
    }
    answering([problem(1000, { repair })])
    const { user } = open(<CheckPage />)
    await user.click(await screen.findByRole('button', { name: 'Turn on extension 1001' }))
    expect(backend.repairProblem).toHaveBeenCalledWith(expect.anything(), TENANT.id, repair)
  })

  test('offers no changes to users with view permission only', async () => {
    rights.permissions = ['telephony.view']
    answering([problem(1000), problem(1001, { accepted: NOTED })])
    open(<CheckPage />)
    await screen.findByRole('list', { name: 'Accepted' })
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
  })

  test('says when the server has not checked yet, and when there is nothing to fix', async () => {
    answering([], { current: false })
    open(<CheckPage />)
    expect(await screen.findByText('Checking the latest changes…')).toBeVisible()
    expect(screen.getByText('Nothing to fix')).toBeVisible()
    cleanup()
    answering([], { current: false, checked_at: null })
    open(<CheckPage />)
    expect(await screen.findByText('The server is checking this tenant for the first time.')).toBeVisible()
    expect(screen.queryByText('Nothing to fix')).not.toBeInTheDocument()
  })

  test('says when it was checked, without announcing every minute that passes', async () => {
    answering([], { checked_at: new Date(Date.now() - 5 * 60_000).toISOString() })
    open(<CheckPage />)
    const status = await screen.findByText('Checked')
    expect(status).toHaveRole('status')
    expect(status.parentElement).toHaveTextContent(/^Checked \d minutes ago$/)
  })

  test('reports why the check could not be loaded', async () => {
    backend.configurationCheck.mockRejectedValue(new Error('Down'))
    open(<CheckPage />)
    expect(await screen.findByText('The configuration check could not be loaded')).toBeVisible()
  })
})

describe('the configuration check card on the overview', () => {
  const card = (check: ProblemCounts | null) =>
    open(
      <TenantContext value={{ ...TENANT, check }}>
        <CheckCard />
      </TenantContext>,
    )

  test('counts the problems by severity, and links to them and to the call test', () => {
    card({ errors: 2, warnings: 0, notices: 1, accepted: 4 })
    expect(screen.getByRole('list', { name: 'Problems' })).toHaveTextContent('2 errors1 notice')
    expect(screen.getByRole('link', { name: /See all/ })).toHaveAttribute(
      'href',
      `/app/tenants/${TENANT.id}/configuration-check`,
    )
    expect(screen.getByRole('link', { name: 'Test a call' })).toHaveAttribute(
      'href',
      `/app/tenants/${TENANT.id}/test-call`,
    )
  })

  test('says that there is nothing to fix, or that no check has run yet', () => {
    card({ errors: 0, warnings: 0, notices: 0, accepted: 0 })
    expect(screen.getByText('Nothing to fix')).toBeVisible()
    cleanup()
    card(null)
    expect(screen.getByText('Not checked yet')).toBeVisible()
  })
})
