import { useId, useRef, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { ConfirmDialog } from '@/components/ui/lazy-confirm-dialog'
import { useDiscard } from '@/components/ui/use-discard'
import type { Receiving } from '@/hooks/use-receiving'
import { formatFigure } from '@/lib/figures'
import { counts, type Goods } from '@/lib/inventory/receiving'
import { INVENTORY as LIMITS } from '@/lib/supabase/constraints'
import { PHONE_MODELS } from '@/lib/telephony/provisioning/models'
import { ReceiptLine } from './receipt-line'
import { ReceivingScanner } from './receiving-scanner'

const SHOWN = 50

type Lot = Pick<Goods, 'model' | 'location'>

/**
 * Receives phones into stock: their model and location first, then scan after scan by camera, hand-held scanner or keyboard. Every
 * scan is stored locally and sent when there is a connection.
 */
export function ReceivingDialog({ receiving, onClose }: { receiving: Receiving; onClose: () => void }) {
  const { receipts, online, clear, tryAgain } = receiving
  const [lot, setLot] = useState<Lot>({
    model: receipts[0]?.model ?? '',
    location: receipts[0]?.location ?? '',
  })
  const [started, setStarted] = useState(false)
  const [result, setResult] = useState('')
  const [forgetting, setForgetting] = useState(false)
  /** The scans whose correction is half typed. */
  const [typing, setTyping] = useState<readonly string[]>([])
  const { close, question } = useDiscard(typing.length > 0, onClose)
  const field = useRef<HTMLInputElement>(null)
  const counted = counts(receipts)
  const pending = counted.waiting + counted.removing

  return (
    <Dialog
      open
      onOpenChange={close}
      title="Receive by scanning"
      description="Each phone is kept in this browser and sent as soon as there is a connection."
      size="lg"
      footer={
        <>
          <Button
            onClick={() => (counted.rejected > 0 ? setForgetting(true) : clear())}
            disabled={receipts.length === pending}
          >
            Start over
          </Button>
          <Button variant={started ? 'primary' : 'secondary'} onClick={close}>
            Done
          </Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-3">
          {started ? (
            <>
              <p className="flex flex-wrap items-center justify-between gap-2 text-sm">
                <span>{[lot.model, lot.location].filter(Boolean).join(' · ') || 'No model'}</span>
                <Button size="sm" variant="ghost" onClick={() => setStarted(false)}>
                  Change
                </Button>
              </p>
              <ReceivingScanner receiving={receiving} goods={lot} field={field} onResult={setResult} />
            </>
          ) : (
            <LotForm
              lot={lot}
              onStart={(chosen) => {
                setLot(chosen)
                setStarted(true)
              }}
            />
          )}
        </div>
        <div className="min-w-0">
          {online ? null : (
            <Alert tone="warning" className="mb-3">
              No connection. Scans are kept and sent later.
            </Alert>
          )}
          <p role="status" className="text-sm text-text-muted">
            {result}
          </p>
          <p className="numeric mb-2 text-xl font-semibold" aria-live="polite">
            {formatFigure(counted.received)} received
            <span className="ml-2 text-sm font-normal text-text-muted">
              {[
                pending && `${pending} waiting`,
                counted.duplicate && `${counted.duplicate} duplicate`,
                counted.rejected && `${counted.rejected} rejected`,
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </p>
          {counted.rejected > 0 ? (
            <Button size="sm" className="mb-2" onClick={tryAgain}>
              Retry rejected scans
            </Button>
          ) : null}
          <ul aria-label="Scans" className="divide-y divide-border text-sm">
            {receipts.slice(0, SHOWN).map((receipt) => (
              <ReceiptLine
                key={receipt.id}
                receipt={receipt}
                onCorrect={(change) => {
                  receiving.correct(receipt.id, change)
                  setResult(`${change.mac} corrected`)
                }}
                onRemove={() => {
                  receiving.remove(receipt.id)
                  setResult(`${receipt.mac} removed`)
                }}
                onEnd={() => field.current?.focus()}
                onTyping={(isTyping) =>
                  setTyping((now) => [
                    ...now.filter((id) => id !== receipt.id),
                    ...(isTyping ? [receipt.id] : []),
                  ])
                }
              />
            ))}
          </ul>
          {receipts.length > SHOWN ? (
            <p className="pt-2 text-sm text-text-muted">and {receipts.length - SHOWN} before</p>
          ) : null}
        </div>
      </div>
      {question}
      {forgetting ? (
        <ConfirmDialog
          open
          onOpenChange={setForgetting}
          title={
            counted.rejected === 1 ? 'Forget a rejected scan?' : `Forget ${counted.rejected} rejected scans?`
          }
          confirmLabel="Start over"
          zIndex={60}
          onConfirm={clear}
        >
          Rejected scans exist only in this browser; they are not in inventory.
        </ConfirmDialog>
      ) : null}
    </Dialog>
  )
}

/** Asks before the first scan, so that a phone's keyboard never covers the camera. */
function LotForm({ lot, onStart }: { lot: Lot; onStart: (lot: Lot) => void }) {
  const models = useId()
  const [model, setModel] = useState(lot.model)
  const [location, setLocation] = useState(lot.location)
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onStart({ model: model.trim(), location: location.trim() })
      }}
    >
      <FormRow label="Model of these phones" hint="Applies to every scan from now on.">
        <Input
          value={model}
          maxLength={LIMITS.model.maxLength}
          placeholder="T54W"
          list={models}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => setModel(event.target.value)}
        />
        <datalist id={models}>
          {PHONE_MODELS.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </FormRow>
      <FormRow label="Location" hint="Where they are put.">
        <Input
          value={location}
          maxLength={LIMITS.location.maxLength}
          placeholder="Shelf 3"
          onChange={(event) => setLocation(event.target.value)}
        />
      </FormRow>
      <Button type="submit" variant="primary" className="self-start">
        Start scanning
      </Button>
    </form>
  )
}
