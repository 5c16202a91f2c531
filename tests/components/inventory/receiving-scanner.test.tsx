import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
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
const beeps = vi.hoisted(() => [] as string[])
vi.mock('@/lib/scan/beep', () => ({ beep: (kind: string) => void beeps.push(kind) }))
// Nothing is sent here.
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: () => new Promise(() => undefined) }))

afterEach(() => {
  vi.restoreAllMocks()
  window.localStorage.clear()
  beeps.length = 0
})

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

test('two phones in the camera’s picture are each scanned once', () => {
  render(<Page />)
  for (let times = 0; times < 3; times++) picture('805EC0112233', '805EC0112234')
  expect(beeps).toEqual(['good', 'good'])
  expect(phones()).toEqual(['80:5E:C0:11:22:34', '80:5E:C0:11:22:33'])
})

/** What a hand-held scanner types, code after code. */
async function scan(...values: string[]) {
  const user = userEvent.setup()
  for (const value of values) await user.keyboard(`${value}{Enter}`)
}

test.each([
  'AB12',
  // The letter O.
  '80:5E:CO:11:22:33',
])('a bad scan such as %s sounds bad, stays in sight, and the next scan replaces it', async (bad) => {
  render(<Page />)
  await scan(bad)
  expect(beeps).toEqual(['bad'])
  expect(screen.getByRole('textbox', { name: 'MAC address' })).toHaveValue(bad)
  await scan('805EC0112233')
  expect(phones()).toEqual(['80:5E:C0:11:22:33'])
  expect(beeps).toEqual(['bad', 'good'])
})

test('the product code of a box is no phone', async () => {
  render(<Page />)
  await scan('841885100085')
  expect(screen.queryAllByRole('listitem')).toEqual([])
  expect(screen.getByRole('status')).toHaveTextContent('Product code (UPC or EAN), not a MAC address.')
  expect(beeps).toEqual(['bad'])
})

test('a serial number that went to the phone scanned before is told to be its', async () => {
  render(<Page />)
  await scan('805EC0112233', '3146019041234567', '805EC0112234')
  beeps.length = 0
  await scan('3146019041234567')
  expect(screen.getByRole('status')).toHaveTextContent(
    '3146019041234567 is already the serial number of 80:5E:C0:11:22:33',
  )
  expect(beeps).toEqual(['bad'])
  expect(phones()).toEqual(['80:5E:C0:11:22:34', '80:5E:C0:11:22:33 3146019041234567'])
})

test('a hand-held scanner may read each phone’s serial number before its MAC address', async () => {
  render(<Page />)
  await scan('3146019041234567', '805EC0112233', '3146019041234568')
  expect(screen.getByRole('status')).toHaveTextContent(
    'Serial number 3146019041234568: scan its MAC address next',
  )
  await scan('805EC0112234')
  expect(beeps).toEqual(['good', 'good', 'good', 'good'])
  expect(phones()).toEqual(['80:5E:C0:11:22:34 3146019041234568', '80:5E:C0:11:22:33 3146019041234567'])
})

test('a serial number that was scanned by hand and given up is not that of the phone that the camera sees later', async () => {
  render(<Page />)
  await scan('3146019041234567')
  const later = performance.now() + 4000
  vi.spyOn(performance, 'now').mockReturnValue(later)
  picture('805EC0112233')
  expect(phones()).toEqual(['80:5E:C0:11:22:33'])
})

test('a rejected phone that is scanned again is told to be sent again', async () => {
  const goods = { mac: '80:5E:C0:11:22:33', model: 'T54W', location: '', serial: '' }
  window.localStorage.setItem('receiving ada', JSON.stringify([{ id: 'a', ...goods, state: 'rejected' }]))
  render(<Page />)
  await scan('805EC0112233')
  expect(screen.getByRole('status')).toHaveTextContent('80:5E:C0:11:22:33 is sent again')
  expect(beeps).toEqual(['good'])
})

test('a phone that was removed is scanned again with its serial number', async () => {
  const goods = { mac: '80:5E:C0:11:22:33', model: 'T54W', location: '', serial: '3146019041234567' }
  window.localStorage.setItem('receiving ada', JSON.stringify([{ id: 'a', ...goods, state: 'removing' }]))
  render(<Page />)
  await scan('805EC0112233', '3146019041234567')
  expect(beeps).toEqual(['good', 'good'])
  expect(phones()).toEqual(Array(2).fill('80:5E:C0:11:22:33 3146019041234567'))
})

test('a serial number is not added to a phone that is in inventory already', async () => {
  const reason = 'Already in inventory: Yealink T54W, in stock'
  const goods = { mac: '80:5E:C0:11:22:33', model: 'T54W', location: '', serial: '' }
  window.localStorage.setItem(
    'receiving ada',
    JSON.stringify([{ id: 'a', ...goods, state: 'duplicate', reason }]),
  )
  render(<Page />)
  // Which phone the serial number belongs to.
  await scan('805EC0112233', '3146019041234567')
  expect(screen.getByRole('status')).toHaveTextContent(`Serial number 3146019041234567 not added. ${reason}`)
  expect(beeps).toEqual(['bad', 'bad'])
  expect(phones()).toEqual(['80:5E:C0:11:22:33'])
})
