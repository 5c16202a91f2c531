import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ScanDialog } from '@/components/search/scan-dialog'

const decoder = vi.hoisted(() => ({ imported: false, read: (_value: string) => {}, stopped: 0 }))
vi.mock('@/lib/scan/code128', () => {
  decoder.imported = true
  return {
    readCode128: async (_stream: MediaStream, _video: HTMLVideoElement, onRead: (value: string) => void) => {
      decoder.read = onRead
      return () => {
        decoder.stopped += 1
      }
    },
  }
})

const MAC = '00:15:65:AB:CD:EF'
const onClose = vi.fn()
const onScan = vi.fn()

function camera(capabilities: object = {}) {
  const track = Object.assign(new EventTarget(), {
    stop: vi.fn(),
    applyConstraints: vi.fn(async () => undefined),
    getCapabilities: () => capabilities,
  })
  const stream = { getTracks: () => [track], getVideoTracks: () => [track] }
  return { track, stream }
}

function offer(getUserMedia: ((constraints: MediaStreamConstraints) => Promise<unknown>) | undefined) {
  const mediaDevices = getUserMedia && { getUserMedia }
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true })
}

const refuse = (name: string) => offer(() => Promise.reject(new DOMException('No camera for you', name)))

async function openScanner(capabilities?: object) {
  const { track, stream } = camera(capabilities)
  offer(async () => stream)
  const view = render(<ScanDialog open onClose={onClose} onScan={onScan} />)
  await waitFor(() => expect(screen.queryByText('Starting the camera…')).not.toBeInTheDocument())
  return { track, ...view }
}

const torch = () => screen.queryByRole('button', { name: 'Switch Torch' })

beforeEach(() => {
  onClose.mockReset()
  onScan.mockReset()
  decoder.stopped = 0
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => offer(undefined))

describe('The scan dialog', () => {
  test('downloads the decoder only if there is a camera', async () => {
    refuse('NotAllowedError')
    render(<ScanDialog open onClose={onClose} onScan={onScan} />)
    await screen.findByRole('alert')
    expect(decoder.imported).toBe(false)
    render(<ScanDialog open={false} onClose={onClose} onScan={onScan} />)
    expect(decoder.imported).toBe(false)
  })

  test('prefers the rear camera', async () => {
    const getUserMedia = vi.fn(async (_constraints: MediaStreamConstraints) => camera().stream)
    offer(getUserMedia)
    render(<ScanDialog open onClose={onClose} onScan={onScan} />)
    await waitFor(() => expect(getUserMedia).toHaveBeenCalled())
    expect(getUserMedia.mock.calls[0]?.[0].video).toMatchObject({ facingMode: { ideal: 'environment' } })
  })

  test('has a title and a close button', async () => {
    await openScanner()
    expect(screen.getByRole('dialog', { name: 'Scan a MAC address barcode' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('returns the first value that is a MAC address, once', async () => {
    await openScanner()
    act(() => decoder.read('0015-65ab-cdef'))
    act(() => decoder.read('AA:AA:AA:AA:AA:AA'))
    expect(onScan).toHaveBeenCalledExactlyOnceWith(MAC, '0015-65ab-cdef')
  })

  test('ignores other values and keeps scanning', async () => {
    await openScanner()
    act(() => decoder.read('SN-2026-000117'))
    expect(screen.getByText('Not a MAC address')).toBeVisible()
    expect(onScan).not.toHaveBeenCalled()
    act(() => decoder.read(MAC))
    expect(onScan).toHaveBeenCalledWith(MAC, MAC)
  })

  test.each([[{}], [{ torch: false }], [{ torch: [false] }]])(
    'has no torch button with %j',
    async (capabilities) => {
      await openScanner(capabilities)
      expect(torch()).not.toBeInTheDocument()
    },
  )

  test.each([[{ torch: true }], [{ torch: [false, true] }]])(
    'toggles the torch with %j',
    async (capabilities) => {
      const { track } = await openScanner(capabilities)
      const user = userEvent.setup()
      await user.click(await screen.findByRole('button', { name: 'Switch Torch' }))
      expect(track.applyConstraints).toHaveBeenLastCalledWith({ advanced: [{ torch: true }] })
      await user.click(await screen.findByRole('button', { name: 'Switch Torch' }))
      expect(track.applyConstraints).toHaveBeenLastCalledWith({ advanced: [{ torch: false }] })
    },
  )

  test('turns the camera off when it closes', async () => {
    const { track, unmount } = await openScanner()
    unmount()
    expect(track.stop).toHaveBeenCalled()
    expect(decoder.stopped).toBe(1)
  })

  test('turns the camera off if it was closed before the camera started', async () => {
    const { track, stream } = camera()
    let allow = (_stream: unknown) => {}
    offer(
      () =>
        new Promise((resolve) => {
          allow = resolve
        }),
    )
    const { unmount } = render(<ScanDialog open onClose={onClose} onScan={onScan} />)
    unmount()
    await act(async () => allow(stream))
    expect(track.stop).toHaveBeenCalled()
  })

  test('says when the camera is disconnected', async () => {
    const { track } = await openScanner()
    act(() => void track.dispatchEvent(new Event('ended')))
    expect(screen.getByRole('alert')).toHaveTextContent('The camera could not be started')
  })

  test.each([
    ['NotAllowedError', 'The camera is not allowed'],
    ['NotFoundError', 'No camera found'],
    ['OverconstrainedError', 'No camera found'],
    ['NotReadableError', 'The camera is in use'],
    ['TypeError', 'The camera could not be started'],
  ])('explains %s and offers typing instead', async (name, explanation) => {
    refuse(name)
    render(<ScanDialog open onClose={onClose} onScan={onScan} />)
    expect(await screen.findByRole('alert')).toHaveTextContent(explanation)
    await userEvent.click(screen.getByRole('button', { name: 'Type the MAC instead' }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('explains that a page without HTTPS has no camera access', async () => {
    offer(undefined)
    render(<ScanDialog open onClose={onClose} onScan={onScan} />)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Browsers open the camera only on secure pages',
    )
  })
})
