import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PipelinePage } from '@/components/sales/pipeline-page'
import { grant } from '../fake-member'
import { answer, open } from '../records/fake-backend'

vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ rpc: async () => answer([]) }),
}))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/hooks/use-live-records', () => ({ useLiveRecords: () => undefined }))
vi.mock('@/hooks/use-opportunity', () => ({
  prefetchPipeline: () => [],
  useOwners: () => ({ data: [{ id: '2b8022fb-1fd7-4d51-81ae-3b153fb4fd35', name: 'Ben Ito' }] }),
  usePipeline: () => ({ data: undefined }),
}))
vi.mock('@/components/sales/stage-moves', () => ({
  StageMoves: ({ children }: { children: (move: unknown) => React.ReactNode }) => children(undefined),
}))
vi.mock('next/router', async (actual) => ({
  ...(await actual<object>()),
  useRouter: () => ({ query: {}, pathname: '/app/sales' }),
}))
grant('sales', 'view')

test('the filter by owner says that it is set to someone who is no longer listed', () => {
  open(<PipelinePage />, '?owner_id=1b8022fb-1fd7-4d51-81ae-3b153fb4fd35')
  expect(screen.getByRole('combobox', { name: 'Owner' })).toHaveDisplayValue('Another owner')
})
