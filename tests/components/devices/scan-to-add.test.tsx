import { act, screen, waitFor } from '@testing-library/react'
import { useQueryState } from 'nuqs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ScanToAdd } from '@/components/devices/scan-to-add'
import { answer, open, tableOf, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ from: vi.fn(), rpc: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
const camera = vi.hoisted(() => ({ read: (_value: string) => {} }))
vi.mock('@/lib/scan/code128', () => ({
  readCode128: async (_stream: MediaStream, _video: HTMLVideoElement, onRead: (value: string) => void) => {
    camera.read = onRead
    return () => undefined
  },
}))

const MAC = '80:5E:C0:11:22:33'
const OTHER = '80:5E:C0:44:55:66'
const onScanned = vi.fn()

function offer(mediaDevices: unknown) {
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true })
}
beforeEach(() => {
  onScanned.mockReset()
  const track = Object.assign(new EventTarget(), { stop: () => undefined, getCapabilities: () => ({}) })
  offer({ getUserMedia: async () => ({ getTracks: () => [track], getVideoTracks: () => [track] }) })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => offer(undefined))

const scanner = () => screen.queryByRole('dialog', { name: 'Scan a MAC address barcode' })

function Form() {
  const [record, setRecord] = useQueryState('record')
  return record ? <button onClick={() => void setRecord(null)}>Save</button> : null
}

async function startScanning() {
  const opened = open(
    <>
      <ScanToAdd onScanned={onScanned} />
      <Form />
    </>,
  )
  await opened.user.click(screen.getByRole('button', { name: 'Scan' }))
  await opened.user.click(await screen.findByRole('button', { name: 'Start scanning' }))
  return opened
}

/** Scans one after the other; each look-up is answered by the next call of `answerWith`. */
async function scanPhones() {
  let asked = Promise.withResolvers<unknown>()
  backend.from.mockImplementation(() => {
    asked = Promise.withResolvers()
    return tableOf(() => asked.promise)
  })
  const { user, onUrlUpdate } = await startScanning()
  await screen.findByRole('dialog', { name: 'Scan a MAC address barcode' })
  await waitFor(() => expect(screen.queryByText('Starting the camera…')).not.toBeInTheDocument())
  return {
    user,
    onUrlUpdate,
    hold: (mac: string) => act(async () => camera.read(mac)),
    answerWith: (rows: unknown[]) => act(async () => asked.resolve(answer(rows))),
    loseConnection: () =>
      act(async () => asked.resolve({ data: null, error: { message: 'Failed to fetch' }, status: 0 })),
  }
}

test('a scanned phone that nobody has opens the form of a new one', async () => {
  const { onUrlUpdate, hold, answerWith } = await scanPhones()
  await hold(MAC)
  expect(screen.getByText(`Looking up ${MAC}…`)).toBeVisible()
  await answerWith([])
  expect(onScanned).toHaveBeenCalledExactlyOnceWith({ mac: MAC, profile: null })
  await waitFor(() => expect(onUrlUpdate.mock.lastCall?.[0].queryString).toBe('?record=new'))
  expect(scanner()).not.toBeInTheDocument()
})

test('a phone that is looked up when the camera is closed opens nothing, then or later', async () => {
  const { user, onUrlUpdate, hold, answerWith } = await scanPhones()
  await hold(MAC)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await answerWith([])
  expect(onScanned).not.toHaveBeenCalled()
  expect(onUrlUpdate).not.toHaveBeenCalled()
  expect(scanner()).not.toBeInTheDocument()
})

test('a look-up that fails leaves the camera on, and the same phone can be looked up again', async () => {
  const { user, hold, loseConnection, answerWith } = await scanPhones()
  await hold(MAC)
  await loseConnection()
  expect(await screen.findByText(`${MAC} could not be looked up`)).toBeVisible()
  // The camera still sees its barcode.
  backend.from.mockClear()
  await hold(MAC)
  expect(backend.from).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await answerWith([{ id: 'dev-1', tenant_id: TENANT.id }])
  expect(onScanned).toHaveBeenCalledExactlyOnceWith({ mac: MAC, profile: null })
})

test('a phone of another tenant is pointed out, and the next one can be scanned', async () => {
  const { hold, answerWith } = await scanPhones()
  await hold(MAC)
  await answerWith([{ id: 'dev-1', tenant_id: crypto.randomUUID() }])
  expect(await screen.findByText(`${MAC} belongs to another tenant`)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  await hold(OTHER)
  await answerWith([])
  expect(onScanned).toHaveBeenCalledExactlyOnceWith({ mac: OTHER, profile: null })
})

test('once a phone is saved, the camera takes the next one, not the same again', async () => {
  const { user, hold, answerWith } = await scanPhones()
  await hold(MAC)
  await answerWith([])
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Point the camera at the next barcode.')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Starting the camera…')).not.toBeInTheDocument())
  backend.from.mockClear()
  // The camera still sees its barcode.
  await hold(MAC)
  expect(backend.from).not.toHaveBeenCalled()
  expect(screen.getByRole('status')).toHaveTextContent(`${MAC} was scanned already.`)
  await hold(OTHER)
  await answerWith([])
  expect(onScanned).toHaveBeenLastCalledWith({ mac: OTHER, profile: null })
})

test('without a camera, the address is typed into the form of a new phone, with the chosen profile', async () => {
  offer(undefined)
  const { user, onUrlUpdate } = await startScanning()
  await user.click(await screen.findByRole('button', { name: 'Type the MAC instead' }))
  expect(onScanned).toHaveBeenCalledExactlyOnceWith({ mac: '', profile: null })
  await waitFor(() => expect(onUrlUpdate.mock.lastCall?.[0].queryString).toBe('?record=new'))
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  expect(scanner()).not.toBeInTheDocument()
})
