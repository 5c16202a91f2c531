import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { RecordingSections } from '@/components/recordings/recording-sections'
import { RecordForm } from '@/components/records/record-form'
import { notify } from '@/lib/browser/notify'
import type { CheckedFile } from '@/lib/recordings/upload'
import { recording } from '@/lib/resources/recording'
import { grant } from '../fake-member'
import { answer, open, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => {
  const createSignedUrl = async (path: string) => ({ data: { signedUrl: `/signed/${path}` }, error: null })
  const storage = { from: () => ({ createSignedUrl }) }
  return { rpc: vi.fn(), upload: vi.fn(), speak: vi.fn(), storage }
})
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/recordings/upload', () => ({ storeFile: backend.upload, speak: backend.speak }))
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

const NEW_FILE = '5d0f7b1e-6a55-4d0c-8a8b-3a4f3b6f6a11'

const show = (shown: typeof stored, on: { onSaved?: () => void; onClose?: () => void }) =>
  open(
    <RecordForm
      resource={recording}
      stored={shown}
      sections={RecordingSections}
      onClose={vi.fn()}
      onSaved={vi.fn()}
      {...on}
    />,
  )

test('a form saved while its new sound is still being stored stays open until it is saved with it', async () => {
  const upload = Promise.withResolvers<CheckedFile>()
  backend.upload.mockReturnValue(upload.promise)
  const saved: unknown[] = []
  backend.rpc.mockImplementation(async (name: string, given: { row?: { file_id?: string } }) => {
    if (name === 'save_record') saved.push(JSON.stringify(given))
    return answer(name === 'save_record' ? { ...stored, version: 1 + saved.length } : [])
  })
  const onSaved = vi.fn()
  const { user } = show(stored, { onSaved })
  await user.upload(screen.getByLabelText('File that replaces this one'), new File(['RIFF'], 'new.wav'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/The new recording is still being stored/)).toBeInTheDocument()
  expect(onSaved).not.toHaveBeenCalled()

  upload.resolve({ fileId: NEW_FILE, format: 'wav', durationMs: 5000 } as CheckedFile)
  await screen.findByText(/replaces this one when you save/)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalled())
  expect(saved.at(-1)).toContain(NEW_FILE)
})

test('a text that was changed and not spoken is neither saved over nor closed without a question', async () => {
  backend.rpc.mockImplementation(async (name: string) =>
    answer(name === 'save_record' ? { ...stored, version: 2 } : []),
  )
  const on = { onSaved: vi.fn(), onClose: vi.fn() }
  const { user } = show({ ...stored, spoken_text: 'Open until five.' }, on)
  const text = screen.getByRole('textbox', { name: 'Spoken text' })
  await user.clear(text)
  await user.type(text, 'Closed for the holidays.')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/The text has changed\. Speak it, then save again\./)).toBeVisible()
  expect(on.onSaved).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
  expect(on.onClose).not.toHaveBeenCalled()
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))

  backend.speak.mockResolvedValue({ fileId: NEW_FILE, format: 'wav', durationMs: 4000 })
  await user.click(screen.getByRole('button', { name: 'Speak' }))
  await screen.findByText(/replaces this one when you save/)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(on.onSaved).toHaveBeenCalled())
})

test('a file that replaces a spoken text replaces what was typed, too', async () => {
  backend.rpc.mockImplementation(async (name: string) =>
    answer(name === 'save_record' ? { ...stored, version: 2 } : []),
  )
  backend.upload.mockResolvedValue({ fileId: NEW_FILE, format: 'wav', durationMs: 4000 })
  const onSaved = vi.fn()
  const { user } = show({ ...stored, spoken_text: 'Open until five.' }, { onSaved })
  await user.upload(screen.getByLabelText('File that replaces this one'), new File(['RIFF'], 'new.wav'))
  await screen.findByText(/replaces this one when you save/)
  expect(screen.getByRole('textbox', { name: 'Spoken text' })).toHaveValue('')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalled())
})

// The browser would ask about unsaved changes before a navigation, even to an attachment.
test('a file is downloaded beside unsaved changes without leaving the page, and a refusal is told', async () => {
  backend.rpc.mockImplementation(async () => answer([]))
  URL.createObjectURL = () => 'blob:sound'
  URL.revokeObjectURL = () => undefined
  const saved: [string, string][] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push([this.href, this.download])
  })
  const { user } = show(stored, {})
  const asked = vi.fn(async (_url: string) => new Response('RIFF'))
  vi.stubGlobal('fetch', asked)
  await user.type(screen.getByRole('textbox', { name: 'Description' }), 'Monday to Friday')
  const download = screen.getByRole('button', { name: 'Download' })
  await user.click(download)
  await waitFor(() => expect(saved).toEqual([['blob:sound', 'welcome.wav']]))
  expect(asked.mock.lastCall?.[0]).toBe('/signed/welcome.wav')

  asked.mockResolvedValue(Response.json({ message: 'Object not found' }, { status: 400 }))
  await waitFor(() => expect(download).not.toHaveAttribute('aria-busy'))
  await user.click(download)
  await waitFor(() => expect(notify).toHaveBeenLastCalledWith('error', 'Object not found'))
  expect(saved).toHaveLength(1)
})
