import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { e911BulkActions } from '@/components/dids/e911-bulk'
import { BulkDialog } from '@/components/records/bulk-dialog'
import type { RecordRow } from '@/lib/records/field'
import { did } from '@/lib/resources/did'
import { open, TENANT } from '../records/fake-backend'

vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))
vi.mock('@/hooks/use-member', () => ({ useMember: () => ({}) }))
afterEach(() => vi.unstubAllGlobals())

test.each([
  [
    'End 911 registration',
    'end',
    'Telnyx does not hold this number. End the registration with the carrier as well.',
  ],
  ['Ask the carrier', 'check', 'Telnyx has not answered yet.'],
])('%s lists the numbers with which something is left to do', async (label, action, note) => {
  const rows = ['+12075550107', '+12075550108'].map((number, n) => ({
    id: `d${n}`,
    tenant_id: TENANT.id,
    number,
    version: 3,
  })) as unknown as RecordRow[]
  const asked: unknown[] = []
  const onDone = vi.fn()
  const { user } = open(
    <BulkDialog
      resource={did as never}
      rows={rows}
      action={e911BulkActions.find((each) => each.label === label) as never}
      onClose={() => undefined}
      onDone={onDone}
    />,
  )
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    asked.push(JSON.parse(body))
    return Response.json(rows.map(({ id }) => ({ id, problem: null, note: id === 'd1' ? note : null })))
  })
  await user.click(await screen.findByRole('button', { name: label }))
  expect(await screen.findByText('1 done, 1 still open.')).toBeVisible()
  const [left, ...others] = within(screen.getByRole('list', { name: 'Still open' })).getAllByRole('listitem')
  expect(left).toHaveTextContent(`(207) 555-0108${note}`)
  expect(others).toEqual([])
  expect(asked).toEqual([{ action, numbers: rows.map(({ id, version }) => ({ id, version })) }])
  expect(onDone).toHaveBeenCalledWith(new Map())
})
