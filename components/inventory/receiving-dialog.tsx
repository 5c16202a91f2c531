import { CircleAlert, CircleCheck, Clock, CopyX } from 'lucide-react'
import { useRef, useState } from 'react'
import { CameraView } from '@/components/search/camera-view'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import type { Receiving } from '@/hooks/use-receiving'
import { counts, type Receipt } from '@/lib/inventory/receiving'
import { beep } from '@/lib/scan/beep'
import { formatDeviceMac } from '@/lib/validation/mac'
import { MacEntry } from './mac-entry'

const STATES: Record<Receipt['state'], { icon: typeof Clock; label: string; tone: string }> = {
  waiting: { icon: Clock, label: 'Waiting to be sent', tone: 'text-text-muted' },
  received: { icon: CircleCheck, label: 'Received', tone: 'text-success-text' },
  duplicate: { icon: CopyX, label: 'Duplicate', tone: 'text-warning-text' },
  refused: { icon: CircleAlert, label: 'Refused', tone: 'text-danger-text' },
}
const SHOWN = 50

/**
 * Scan after scan into stock, with the camera, a hand-held scanner or the keyboard. Every scan is kept at once and sent
 * when there is a connection.
 */
export function ReceivingDialog({ receiving, onClose }: { receiving: Receiving; onClose: () => void }) {
  const { receipts, online, add, clear, tryAgain } = receiving
  const [camera, setCamera] = useState(true)
  const [model, setModel] = useState('')
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState('')
  const last = useRef({ mac: '', at: 0 })
  const counted = counts(receipts)

  function take(value: string, fromCamera: boolean): boolean {
    const mac = formatDeviceMac(value)
    if (!mac) {
      setSaid('Not a MAC address')
      return false
    }
    // The camera reads a barcode again and again while it is in sight.
    const now = performance.now()
    if (fromCamera && last.current.mac === mac && now - last.current.at < 3000) {
      last.current.at = now
      return true
    }
    last.current = { mac, at: now }
    const outcome = add(mac, model.trim())
    beep(outcome === 'added' ? 'good' : 'bad')
    setSaid(outcome === 'added' ? `${mac} taken` : `${mac} was scanned already`)
    return true
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Receive by scanning"
      description="Each phone is kept in this browser and sent as soon as there is a connection."
      size="lg"
      footer={
        <>
          <Button onClick={clear} disabled={receipts.length === counted.waiting}>
            Start a new round
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-3">
          {camera ? <CameraView onRead={(value) => take(value, true)} /> : null}
          <Button size="sm" onClick={() => setCamera(!camera)}>
            {camera ? 'Switch the camera off' : 'Use the camera'}
          </Button>
          <FormRow label="Model of these phones" hint="Applies to every scan from now on.">
            <Input
              value={model}
              maxLength={64}
              placeholder="T54W"
              onChange={(event) => setModel(event.target.value)}
            />
          </FormRow>
          <MacEntry typed={typed} onType={setTyped} onEnter={(value) => take(value, false)} action="Add" />
        </div>
        <div className="min-w-0">
          {online ? null : (
            <Alert tone="warning" className="mb-3">
              No connection. Scans are kept and sent later.
            </Alert>
          )}
          <p role="status" className="text-sm text-text-muted">
            {said}
          </p>
          <p className="numeric mb-2 text-xl font-semibold" aria-live="polite">
            {counted.received} received
            <span className="ml-2 text-sm font-normal text-text-muted">
              {[
                counted.waiting && `${counted.waiting} waiting`,
                counted.duplicate && `${counted.duplicate} duplicate`,
                counted.refused && `${counted.refused} refused`,
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </p>
          {counted.refused > 0 ? (
            <Button size="sm" className="mb-2" onClick={tryAgain}>
              Send the refused again
            </Button>
          ) : null}
          <ul aria-label="Scans" className="divide-y divide-border text-sm">
            {receipts.slice(0, SHOWN).map((receipt) => (
              <Line key={receipt.id} receipt={receipt} />
            ))}
          </ul>
          {receipts.length > SHOWN ? (
            <p className="pt-2 text-sm text-text-muted">and {receipts.length - SHOWN} before</p>
          ) : null}
        </div>
      </div>
    </Dialog>
  )
}

function Line({ receipt }: { receipt: Receipt }) {
  const { icon: Icon, label, tone } = STATES[receipt.state]
  return (
    <li className="flex items-start gap-2 py-1.5">
      <Icon aria-label={label} size={16} className={`mt-0.5 shrink-0 ${tone}`} />
      <span className="min-w-0">
        <span className="code">{receipt.mac}</span> {receipt.model}
        {receipt.reason ? <span className="block text-text-muted">{receipt.reason}</span> : null}
      </span>
    </li>
  )
}
