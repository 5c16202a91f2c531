import { mapValues } from 'es-toolkit/object'
import { CircleAlert, CircleCheck, Clock, CopyX, Pencil, Trash2 } from 'lucide-react'
import { type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { IconButton } from '@/components/ui/icon-button'
import { Input } from '@/components/ui/input'
import type { Goods, Receipt } from '@/lib/inventory/receiving'
import { INVENTORY as LIMITS } from '@/lib/supabase/constraints'
import { formatDeviceMac, MAC_WANTED } from '@/lib/validation/mac'

/** What a correction changes. */
type Change = Partial<Goods> & Pick<Goods, 'mac'>

const STATES: Record<Receipt['state'], { icon: typeof Clock; label: string; tone: string }> = {
  waiting: { icon: Clock, label: 'Waiting to be sent', tone: 'text-text-muted' },
  received: { icon: CircleCheck, label: 'Received', tone: 'text-success-text' },
  duplicate: { icon: CopyX, label: 'Duplicate', tone: 'text-warning-text' },
  rejected: { icon: CircleAlert, label: 'Rejected', tone: 'text-danger-text' },
  removing: { icon: Trash2, label: 'Waiting to be removed', tone: 'text-text-muted' },
}

/** A scanned phone with its status, and buttons to correct or remove it. */
export function ReceiptLine({
  receipt,
  onCorrect,
  onRemove,
  onEnd,
  onTyping,
}: {
  receipt: Receipt
  onCorrect: (change: Change) => void
  onRemove: () => void
  /** Called once a correction or removal is over: a hand-held scanner types wherever the focus is. */
  onEnd: () => void
  /** Called with whether a correction was begun that is not saved. */
  onTyping: (typing: boolean) => void
}) {
  const [editing, setEditing] = useState(false)
  function close() {
    setEditing(false)
    onEnd()
  }
  function remove() {
    onRemove()
    onEnd()
  }
  const { icon: Icon, label, tone } = STATES[receipt.state]
  const about = [receipt.model, receipt.location, receipt.serial && `S/N ${receipt.serial}`].filter(Boolean)
  return (
    <li className="py-1.5">
      <div className="flex items-start gap-2">
        <Icon aria-label={label} size={16} className={`mt-0.5 shrink-0 ${tone}`} />
        <span className="min-w-0 flex-1">
          <span className="code">{receipt.mac}</span>
          <span className="block break-words text-text-muted">{about.join(' · ')}</span>
          {receipt.reason ? <span className="block text-text-muted">{receipt.reason}</span> : null}
        </span>
        {receipt.state === 'removing' ? null : (
          <>
            <IconButton
              size="sm"
              label={`Correct ${receipt.mac}`}
              aria-expanded={editing}
              icon={Pencil}
              onClick={() => setEditing(!editing)}
            />
            <IconButton size="sm" label={`Remove ${receipt.mac}`} icon={Trash2} onClick={remove} />
          </>
        )}
      </div>
      {editing ? (
        <Correction
          receipt={receipt}
          onCancel={close}
          onTyping={onTyping}
          onSave={(change) => {
            onCorrect(change)
            close()
          }}
        />
      ) : null}
    </li>
  )
}

function Correction({
  receipt: { mac, model, location, serial },
  onSave,
  onCancel,
  onTyping,
}: {
  receipt: Receipt
  onSave: (change: Change) => void
  onCancel: () => void
  onTyping: (typing: boolean) => void
}) {
  /** Only what was typed: the camera may add the serial number meanwhile. */
  const [typed, setTyped] = useState<Partial<Goods>>({})
  const goods = { mac, model, location, serial, ...typed }
  const [wrong, setWrong] = useState(false)
  const address = useRef<HTMLInputElement>(null)
  const typing =
    goods.mac !== mac || goods.model !== model || goods.location !== location || goods.serial !== serial
  const tell = useEffectEvent(onTyping)
  useEffect(() => {
    tell(typing)
    return () => tell(false)
  }, [typing])

  function save(event: SyntheticEvent) {
    event.preventDefault()
    const read = formatDeviceMac(goods.mac)
    if (!read) {
      setWrong(true)
      address.current?.focus()
      return
    }
    onSave({ ...mapValues(typed, (text) => text?.trim()), mac: read })
  }

  const field = (name: keyof Goods, label: string, maxLength: number | undefined, error?: string) => (
    <FormRow label={label} error={error}>
      <Input
        ref={name === 'mac' ? address : undefined}
        value={goods[name]}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          if (name === 'mac') setWrong(false)
          setTyped({ ...typed, [name]: event.target.value })
        }}
      />
    </FormRow>
  )
  return (
    <form onSubmit={save} aria-label={`Correct ${mac}`} className="mt-2 grid gap-2 sm:grid-cols-2">
      {field('mac', 'MAC address', 32, wrong ? MAC_WANTED : undefined)}
      {field('serial', 'Serial number', LIMITS.serial.maxLength)}
      {field('model', 'Model', LIMITS.model.maxLength)}
      {field('location', 'Location', LIMITS.location.maxLength)}
      <div className="flex gap-2 sm:col-span-2">
        <Button type="submit" size="sm" variant="primary">
          Save
        </Button>
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
