import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { RecordingSections } from '@/components/recordings/recording-sections'
import { RecordForm } from '@/components/records/record-form'
import type { CheckedFile } from '@/lib/recordings/upload'
import { recording } from '@/lib/resources/recording'
import { grant } from '../fake-member'
import { answer, open, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), upload: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/recordings/upload', () => ({ storeFile: backend.upload }))
vi.mock('@/components/recordings/stored-sound', () => ({ StoredSound: () => null }))
vi.mock('@/hooks/use-tenant', async (load) => ({
  ...(await load<typeof import('@/hooks/use-tenant')>()),
  useTenantId: () => TENANT,
}))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
grant('telephony', 'edit')

const stored = {
  id: 'r1',
  version: 1,
  name: 'Welcome',
  file: 'welcome.wav',
  description: '',
  file_id: 'a3a1f0f6-2f63-4b3d-9c51-0f2f1f6f2f10',
  spoken_text: '',
  path: 'welcome.wav',
  format: 'wav',
  duration_ms: 2000,
  size_bytes: 32_000,
  peaks: [],
}

test('a form saved while its new sound is still being stored stays open until it is saved with it', async () => {
  const upload = Promise.withResolvers<CheckedFile>()
  backend.upload.mockReturnValue(upload.promise)
  const saved: unknown[] = []
  backend.rpc.mockImplementation(async (name: string, given: { row?: { file_id?: string } }) => {
    if (name === 'save_record') saved.push(JSON.stringify(given))
    return answer(name === 'save_record' ? { ...stored, version: 1 + saved.length } : [])
  })
  const onSaved = vi.fn()
  const { user } = open(
    <RecordForm
      resource={recording}
      stored={stored}
      sections={RecordingSections}
      onClose={vi.fn()}
      onSaved={onSaved}
    />,
  )
  await user.upload(screen.getByLabelText('File that replaces this one'), new File(['RIFF'], 'new.wav'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/The new recording is still being stored/)).toBeInTheDocument()
  expect(onSaved).not.toHaveBeenCalled()

  const fileId = '5d0f7b1e-6a55-4d0c-8a8b-3a4f3b6f6a11'
  upload.resolve({ fileId, format: 'wav', durationMs: 5000 } as CheckedFile)
  await screen.findByText(/replaces this one when you save/)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalled())
  expect(saved.at(-1)).toContain(fileId)
})
