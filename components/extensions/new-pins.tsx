import { chunk } from 'es-toolkit/array'
import { Download, Mail } from 'lucide-react'
import { useRef, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { DoneButton } from '@/components/ui/done-button'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { useUnsavedChanges } from '@/hooks/use-unsaved-changes'
import { noRefresh, useAction } from '@/hooks/use-write'
import { downloadCsv } from '@/lib/browser/download'
import { postJson } from '@/lib/fetcher'
import { formatFigure } from '@/lib/figures'
import type { NumberWithPin } from '@/lib/telephony/extension-client'
import { MAX_PIN_MAILS, pinMailsApi, type PinsMailed } from '@/lib/telephony/pin-mail'

/** The question before new PINs are left that nobody has seen or saved. */
export const LEAVING = 'Leave? These PINs are shown only here and cannot be read again.'

/** Newly assigned voicemail PINs, shown only here: to read out, mail to the owners, or download. */
export function NewPins({
  items,
  failure,
  onClose,
}: {
  items: readonly NumberWithPin[]
  /** Why others were not assigned. */
  failure?: string
  onClose: () => void
}) {
  const tenantId = useCurrentTenantId()
  const list = useRef<HTMLUListElement>(null)
  const { act, pending } = useAction(noRefresh)
  const mailing = useAction(noRefresh)
  const [mailed, setMailed] = useState<PinsMailed | null>(null)
  const [saved, setSaved] = useState(false)
  const allMailed = mailed?.left.length === 0
  useUnsavedChanges(items.length > 0 && !saved && !allMailed, { question: LEAVING })
  // Mailing again after a lost response mails nothing twice.
  const [request] = useState(() => crypto.randomUUID())
  const mail = () =>
    mailing.act(async () => {
      const done: PinsMailed = { sent: 0, left: [] }
      for (const some of chunk(items, MAX_PIN_MAILS)) {
        const pins = some.map(({ number, sealed }) => ({ number, sealed }))
        const { sent, left } = await postJson<PinsMailed>(pinMailsApi(tenantId), { request, pins })
        done.sent += sent
        done.left.push(...left)
      }
      setMailed(done)
    })
  const save = () =>
    act(async () => {
      const rows = items.map(({ number, name, pin }) => [number, name, pin])
      await downloadCsv('voicemail-pins.csv', ['Extension', 'Name', 'Voicemail PIN'], rows)
      setSaved(true)
    })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      // A stray key or click would close them for good, too.
      dismissable={items.length === 0 || allMailed}
      // On a button, the key that assigned the PINs, pressed twice, would close them for good.
      initialFocus={items.length > 0 ? list : undefined}
      title="Voicemail PINs"
      description={
        items.length > 0
          ? 'They are shown only now. Anyone who knows a PIN can listen to the messages.'
          : 'No PINs were assigned: every mailbox already has one. If an earlier attempt was interrupted, its PINs are set but unknown; set new ones on the extensions.'
      }
      footer={
        <>
          {items.length > 0 ? (
            <div className="mr-auto flex flex-wrap gap-2 max-sm:min-w-full max-sm:*:flex-1">
              <Button icon={Download} loading={pending} onClick={() => void save()}>
                Download
              </Button>
              <Button
                icon={Mail}
                loading={mailing.pending}
                disabled={mailed !== null}
                onClick={() => void mail()}
              >
                Email to their owners
              </Button>
            </div>
          ) : null}
          {items.length > 0 ? (
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          ) : (
            <DoneButton onClick={onClose} />
          )}
        </>
      }
    >
      {failure ? (
        <Alert tone="warning" title="Not every mailbox has a PIN" className="mb-3">
          {failure} Assign PINs again for the others.
        </Alert>
      ) : null}
      {mailed ? (
        <Alert tone={mailed.left.length > 0 ? 'warning' : 'success'} role="status" className="mb-3">
          {formatFigure(mailed.sent)} emailed.
          {mailed.left.length > 0
            ? ` Not to ${mailed.left.join(', ')}: no voicemail email address is stored there, or the email could not be sent.`
            : null}
        </Alert>
      ) : null}
      <ul ref={list} tabIndex={-1} className="divide-y divide-border text-sm outline-none">
        {items.map(({ number, name, pin }) => (
          <li key={number} className="flex justify-between gap-4 py-1.5">
            <span className="min-w-0 break-words">
              <span className="numeric font-medium">{number}</span> {name}
            </span>
            <span className="code numeric">{pin}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
