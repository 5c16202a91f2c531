import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { ReportPage } from '@/components/reports/report-page'
import { TenantChanges } from '@/components/trail/tenant-changes'
import { InitialDataContext, type PageData, useInitialData } from '@/hooks/initial-data'
import { TenantContext } from '@/hooks/use-tenant'

vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))
vi.mock('@/hooks/use-member', () => ({ useMember: () => ({ permissions: undefined, timeZone: 'UTC' }) }))

function Collected({ start, children }: { start: PageData; children: React.ReactNode }) {
  const tenant = { id: 't1', known: new Promise<never>(() => undefined) }
  return (
    <InitialDataContext value={useInitialData(start).context}>
      <TenantContext value={tenant}>{children}</TenantContext>
    </InitialDataContext>
  )
}

test.each([
  ['the changes of a tenant', '', <TenantChanges key="changes" />],
  ['the report of calls', '', <ReportPage key="reports" />],
  ['the audit trail', '?view=audit&from=2026-03-01&until=2026-03-31', <ReportPage key="reports" />],
])('%s: the server asks for nothing before it knows permissions and business day', (_, address, page) => {
  const ask = vi.fn()
  const waits = vi.fn()
  renderToStaticMarkup(
    <NuqsTestingAdapter searchParams={address}>
      <Collected start={{ user: { id: 'u1', email: '' }, at: 0, answers: '[]', questions: { ask, waits } }}>
        {page}
      </Collected>
    </NuqsTestingAdapter>,
  )
  expect(ask).not.toHaveBeenCalled()
  expect(waits).toHaveBeenCalledOnce()
})
