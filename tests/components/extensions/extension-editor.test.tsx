import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ExtensionEditor } from '@/components/extensions/extension-editor'
import { RecordForm } from '@/components/records/record-form'
import { extension } from '@/lib/resources/extension'
import { grant } from '../fake-member'
import { answer, open, tableOf } from '../records/fake-backend'

vi.mock('@/lib/session/session-store', () => ({
  currentUser: () => null,
  subscribeToUser: () => () => undefined,
}))
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ rpc: async () => answer([]), from: () => tableOf(() => answer([])) }),
}))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
grant('telephony', 'view', 'create', 'edit')

test('an extension that gets another number says that its phones cannot call, not even 911, until they know it', async () => {
  const stored = { ...extension.blank, id: 'e1', version: 1, extension: '1001' }
  const ignore = vi.fn()
  const { user } = open(
    <RecordForm
      resource={extension}
      stored={stored}
      editor={ExtensionEditor}
      onClose={ignore}
      onSaved={ignore}
    />,
  )
  expect(screen.queryByText(/not even 911/)).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'Number' }), '5')
  expect(screen.getByText(/Until then they cannot call, not even 911/)).toBeVisible()
})
