import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ScanToAdd } from '@/components/devices/scan-to-add'
import { answer, open, tableOf } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ from: vi.fn(), rpc: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/components/search/scan-dialog', () => ({
  ScanDialog: ({
    open,
    onScan,
    onClose,
  }: {
    open: boolean
    onScan: (mac: string) => void
    onClose: () => void
  }) =>
    open ? (
      <>
        <button onClick={() => onScan(MAC)}>Hold a barcode up</button>
        <button onClick={onClose}>Close the camera</button>
      </>
    ) : null,
}))

const MAC = '80:5E:C0:11:22:33'
const onScanned = vi.fn()
beforeEach(() => onScanned.mockReset())

async function scan() {
  const known = Promise.withResolvers<unknown>()
  backend.from.mockImplementation(() => tableOf(() => known.promise))
  const { user, onUrlUpdate } = open(<ScanToAdd onScanned={onScanned} />)
  await user.click(screen.getByRole('button', { name: 'Scan' }))
  await user.click(await screen.findByRole('button', { name: 'Start scanning' }))
  await user.click(await screen.findByRole('button', { name: 'Hold a barcode up' }))
  return { user, onUrlUpdate, answerWith: (rows: unknown[]) => act(async () => known.resolve(answer(rows))) }
}

test('a scanned phone that nobody has opens the form of a new one', async () => {
  const { onUrlUpdate, answerWith } = await scan()
  await answerWith([])
  expect(onScanned).toHaveBeenCalledExactlyOnceWith({ mac: MAC, profile: null })
  await waitFor(() => expect(onUrlUpdate.mock.lastCall?.[0].queryString).toBe('?record=new'))
})

test('a phone that is looked up when the camera is closed opens nothing, then or later', async () => {
  const { user, onUrlUpdate, answerWith } = await scan()
  await user.click(screen.getByRole('button', { name: 'Close the camera' }))
  await answerWith([])
  expect(onScanned).not.toHaveBeenCalled()
  expect(onUrlUpdate).not.toHaveBeenCalled()
})
