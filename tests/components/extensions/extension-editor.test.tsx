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

test.each([
  ['Ann Lee', 'Bob Ray'],
  ['Front desk', 'Front desk'],
])('the caller ID name %s of Ann Lee’s extension becomes %s when Bob Ray gets it', async (name, becomes) => {
  const of = { first_name: 'Ann', last_name: 'Lee', effective_caller_id_name: name }
  const stored = { ...extension.blank, ...of, id: 'e1', version: 1, extension: '1001' }
  const { user } = open(
    <RecordForm
      resource={extension}
      stored={stored}
      editor={ExtensionEditor}
      onClose={vi.fn()}
      onSaved={vi.fn()}
    />,
  )
  for (const [field, typed] of [
    ['First name', 'Bob'],
    ['Last name', 'Ray'],
  ] as const) {
    await user.clear(screen.getByRole('textbox', { name: field }))
    await user.type(screen.getByRole('textbox', { name: field }), typed)
  }
  expect(screen.getByRole('textbox', { name: 'Caller ID name' })).toHaveValue(becomes)
})

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
