import { type RefObject, useRef, useState } from 'react'
import { CameraView } from '@/components/search/camera-view'
import { Button } from '@/components/ui/button'
import type { Receiving } from '@/hooks/use-receiving'
import { readCode } from '@/lib/inventory/read-code'
import type { Goods, Receipt } from '@/lib/inventory/receiving'
import { beep } from '@/lib/scan/beep'
import { MacEntry } from './mac-entry'

/** Within this time, the camera is assumed to see the same phone. */
const SAME_PHONE_MS = 3000

const isSamePhone = (since: number) => performance.now() - since < SAME_PHONE_MS

/** What is said of a scanned phone. */
const SAID = { added: 'added', seen: 'was already scanned', resent: 'is sent again' } as const

const NOT_A_MAC = 'Not a MAC address'
const PRODUCT_CODE =
  'Product code (UPC or EAN), not a MAC address. Type an address like it with colons, a serial number with S/N: before it.'

/** Why a phone does not get a serial number that was scanned after it: another has it, or the phone is in inventory already. */
function refusalOf(serial: string, { mac, serial: own, state, reason }: Receipt): string | undefined {
  // It was read before this phone's address, and went to the phone before.
  if (own === serial) return `${serial} is already the serial number of ${mac}`
  return state === 'duplicate' ? `Serial number ${serial} not added. ${reason ?? ''}` : undefined
}

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
  /** When each MAC address was last read: the camera may see several phones at once. */
  const read = useRef(new Map<string, number>())
  /** A serial number that was read before its phone's address. */
  const early = useRef({ serial: '', at: 0, byHand: false })
  /** The serial number that was answered since the last MAC address; the camera reads it again and again. */
  const answered = useRef('')

  function takeMac(mac: string, fromCamera: boolean) {
    // The camera reads a visible barcode repeatedly.
    const again = fromCamera && isSamePhone(read.current.get(mac) ?? -Infinity)
    last.current = { mac, at: performance.now() }
    read.current.set(mac, last.current.at)
    if (again) return
    const { serial, at, byHand } = early.current
    // A hand-held scanner reads only what it is pointed at, so its next address is that phone's.
    const isItsSerial = isSamePhone(at) || (byHand && !fromCamera)
    const outcome = add({ mac, ...goods, serial: isItsSerial ? serial : '' })
    early.current.serial = ''
    answered.current = ''
    beep(outcome === 'seen' ? 'bad' : 'good')
    onResult(`${mac} ${SAID[outcome]}`)
  }

  function takeSerial(serial: string, fromCamera: boolean): boolean {
    if (fromCamera && answered.current === serial) return true
    const receipts = latest().filter(({ state }) => state !== 'removing')
    const phone = receipts.find(({ mac }) => mac === last.current.mac)
    const holder = receipts.find((receipt) => receipt.serial === serial)
    if (holder && holder === phone) return true
    const gone = fromCamera && !isSamePhone(last.current.at)
    const about = holder ?? (phone?.serial || gone ? undefined : phone)
    if (!about) {
      early.current = { serial, at: performance.now(), byHand: !fromCamera }
      if (!fromCamera) beep('good')
      onResult(fromCamera ? NOT_A_MAC : `Serial number ${serial}: scan its MAC address next`)
      return !fromCamera
    }
    const refusal = refusalOf(serial, about)
    answered.current = serial
    if (!refusal) correct(about.id, { serial })
    beep(refusal ? 'bad' : 'good')
    onResult(refusal ?? `Serial number ${serial} added to ${about.mac}`)
    return true
  }

  /** False if it is neither, or too early. */
  function take(value: string, fromCamera: boolean): boolean {
    const code = readCode(value)
    if (code.kind === 'mac') takeMac(code.mac, fromCamera)
    if (code.kind === 'product') onResult(PRODUCT_CODE)
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
