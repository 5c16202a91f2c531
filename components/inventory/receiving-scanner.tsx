import { type RefObject, useRef, useState } from 'react'
import { CameraView } from '@/components/search/camera-view'
import { Button } from '@/components/ui/button'
import type { Receiving } from '@/hooks/use-receiving'
import { readCode } from '@/lib/inventory/read-code'
import type { Goods } from '@/lib/inventory/receiving'
import { beep } from '@/lib/scan/beep'
import { MacEntry } from './mac-entry'

/** Within this time, the camera is assumed to see the same phone. */
const SAME_PHONE_MS = 3000

const NOT_A_MAC = 'Not a MAC address'

/** The camera and the input field for scanning phones; the serial number is a phone's second barcode. */
export function ReceivingScanner({
  receiving: { latest, add, correct },
  goods,
  field,
  onResult,
}: {
  receiving: Receiving
  goods: Pick<Goods, 'model' | 'location'>
  /** The field into which a hand-held scanner types. */
  field: RefObject<HTMLInputElement | null>
  /** Gets the result of a scan as text. */
  onResult: (result: string) => void
}) {
  const [camera, setCamera] = useState(true)
  const [typed, setTyped] = useState('')
  const last = useRef({ mac: '', at: 0 })
  const early = useRef({ serial: '', at: 0 })

  function takeMac(mac: string, fromCamera: boolean) {
    // The camera reads a visible barcode repeatedly.
    const now = performance.now()
    const again = fromCamera && last.current.mac === mac && now - last.current.at < SAME_PHONE_MS
    last.current = { mac, at: now }
    if (again) return
    const { serial, at } = early.current
    const outcome = add({ mac, ...goods, serial: fromCamera && now - at < SAME_PHONE_MS ? serial : '' })
    early.current.serial = ''
    beep(outcome === 'added' ? 'good' : 'bad')
    onResult(outcome === 'added' ? `${mac} added` : `${mac} was already scanned`)
  }

  function takeSerial(serial: string, fromCamera: boolean): boolean {
    const receipts = latest()
    if (receipts.some((receipt) => receipt.serial === serial)) return true
    const now = performance.now()
    const phone = receipts.find(({ mac }) => mac === last.current.mac)
    if (!phone || phone.serial || (fromCamera && now - last.current.at >= SAME_PHONE_MS)) {
      early.current = { serial, at: now }
      if (fromCamera) onResult(NOT_A_MAC)
      return false
    }
    correct(phone.id, { serial })
    beep('good')
    onResult(`Serial number ${serial} added to ${phone.mac}`)
    return true
  }

  /** False if it is neither, or too early. */
  function take(value: string, fromCamera: boolean): boolean {
    const code = readCode(value)
    if (code.kind === 'mac') takeMac(code.mac, fromCamera)
    // The field itself reports invalid typed input.
    if (code.kind === 'neither' && fromCamera) onResult(NOT_A_MAC)
    return code.kind === 'serial' ? takeSerial(code.serial, fromCamera) : code.kind === 'mac'
  }

  return (
    <>
      {camera ? <CameraView onRead={(value) => take(value, true)} /> : null}
      <Button size="sm" onClick={() => setCamera(!camera)}>
        {camera ? 'Switch the camera off' : 'Use the camera'}
      </Button>
      <MacEntry
        field={field}
        typed={typed}
        onType={setTyped}
        onEnter={(value) => take(value, false)}
        action="Add"
      />
    </>
  )
}
