import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useRecordingUploads } from '@/hooks/use-recordings'
import { answer, asksBeforeLeaving, refusal, tableOf, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({
  from: vi.fn(),
  rpc: vi.fn(),
  auth: { getSession: async () => ({ data: { session: null } }) },
  sent: 0,
}))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/hooks/use-tenant', async (load) => ({
  ...(await load<typeof import('@/hooks/use-tenant')>()),
  useCurrentTenantId: () => TENANT.id,
}))

class Upload {
  upload = {}
  status = 200
  onload = () => {}
  open() {}
  setRequestHeader() {}
  send() {
    backend.sent += 1
    queueMicrotask(() => this.onload())
  }
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', 'https://supabase.test')
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_ANON_KEY', 'key')
  vi.stubGlobal('XMLHttpRequest', Upload)
  vi.stubGlobal('fetch', async () =>
    Response.json({ fileId: `f${backend.sent}`, format: 'wav', durationMs: 1 }),
  )
  backend.sent = 0
  backend.rpc.mockReset()
  backend.from.mockReset().mockImplementation((table: string) => {
    const chain = tableOf(() => answer(table === 'recordings' ? [] : null))
    chain.maybeSingle = async () => answer(null)
    return chain
  })
})

async function upload() {
  const { result } = renderHook(() => useRecordingUploads())
  await act(() => result.current.add([new File(['RIFF'], 'welcome.wav', { type: 'audio/wav' })]))
  const [item] = result.current.items
  expect(item?.state).toBe('failed')
  act(() => item && result.current.retry(item))
  await waitFor(() => expect(result.current.items[0]?.state).toBe('done'))
  return backend.rpc.mock.calls.map(([, asked]) => asked)
}

test('trying again after a lost answer saves the same recording, and does not send its file again', async () => {
  const lost = { data: null, error: { message: 'TypeError: Failed to fetch' }, status: 0 }
  backend.rpc.mockResolvedValueOnce(lost).mockResolvedValue(answer({ id: 'r1' }))
  const [first, second] = await upload()
  expect(second).toEqual(first)
  expect(backend.sent).toBe(1)
})

test('trying again after a refusal sends the file again, which may be deleted by then', async () => {
  backend.rpc
    .mockResolvedValueOnce(refusal('23503', 'insert or update violates foreign key constraint'))
    .mockResolvedValue(answer({ id: 'r1' }))
  const [first, second] = await upload()
  expect(second.record).toBe(first.record)
  expect([first, second].map(({ record_values: values }) => values.file_id)).toEqual(['f1', 'f2'])
})

test('leaving the page asks while files are sent', async () => {
  const saved = Promise.withResolvers<unknown>()
  backend.rpc.mockReturnValue(saved.promise)
  const { result } = renderHook(() => useRecordingUploads())
  expect(asksBeforeLeaving()).toBe(false)
  let sending: Promise<void> | undefined
  act(() => {
    sending = result.current.add([new File(['RIFF'], 'welcome.wav', { type: 'audio/wav' })])
  })
  expect(asksBeforeLeaving()).toBe(true)
  saved.resolve(answer({ id: 'r1' }))
  await act(() => sending)
  expect(asksBeforeLeaving()).toBe(false)
})
