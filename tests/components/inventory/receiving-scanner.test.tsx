import { act, render, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ReceivingScanner } from '@/components/inventory/receiving-scanner'
import { useReceiving } from '@/hooks/use-receiving'

const camera = vi.hoisted(() => ({ read: (_value: string): void => undefined }))
vi.mock('@/components/search/camera-view', () => ({
  CameraView: ({ onRead }: { onRead: (value: string) => void }) => {
    camera.read = onRead
    return null
  },
}))
vi.mock('@/lib/scan/beep', () => ({ beep: () => undefined }))
// Nothing is sent here.
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: () => new Promise(() => undefined) }))

afterEach(() => window.localStorage.clear())

function Page() {
  const receiving = useReceiving('ada')
  const [result, setResult] = useState('')
  const goods = { model: 'T54W', location: 'Shelf 3' }
  return (
    <>
      <ReceivingScanner receiving={receiving} goods={goods} field={useRef(null)} onResult={setResult} />
      <p role="status">{result}</p>
      <ul>
        {receiving.receipts.map(({ id, mac, serial }) => (
          <li key={id}>{`${mac} ${serial}`.trim()}</li>
        ))}
      </ul>
    </>
  )
}

const phones = () => screen.getAllByRole('listitem').map((phone) => phone.textContent)
/** All barcodes in one picture of the camera, which are read before anything is rendered. */
const picture = (...values: string[]) => act(() => values.forEach((value) => camera.read(value)))

test.each([
  ['before', ['3146019041234567', '805EC0112233']],
  ['after', ['805EC0112233', '3146019041234567']],
])('a serial number read %s the MAC address in the same picture is that phone’s, and only its', (_, both) => {
  render(<Page />)
  picture(...both)
  expect(screen.getByRole('status')).not.toHaveTextContent('Not a MAC address')
  picture(...both)
  picture('805EC0112234')
  expect(phones()).toEqual(['80:5E:C0:11:22:34', '80:5E:C0:11:22:33 3146019041234567'])
})
