import { chunk } from 'es-toolkit/array'
import { Download, Mail } from 'lucide-react'
import { useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { DoneButton } from '@/components/ui/done-button'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { noRefresh, useAction } from '@/hooks/use-write'
import { downloadCsv } from '@/lib/download'
import { postJson } from '@/lib/fetcher'
import type { NumberWithPin } from '@/lib/telephony/extension-client'
import { MAX_PIN_MAILS, type PinsMailed, pinMailsApi } from '@/lib/telephony/pin-mail'

/** Newly assigned voicemail PINs, shown only here: to read out, mail to the owners, or download. */
export function NewPins({ items, onClose }: { items: readonly NumberWithPin[]; onClose: () => void }) {
  const tenantId = useCurrentTenantId()
  const { act, pending } = useAction(noRefresh)
  const mailing = useAction(noRefresh)
  const [mailed, setMailed] = useState<PinsMailed | null>(null)
  const mail = () =>
    mailing.act(async () => {
      const done: PinsMailed = { sent: 0, left: [] }
      for (const some of chunk(items, MAX_PIN_MAILS)) {
        const pins = some.map(({ number, sealed }) => ({ number, sealed }))
        const { sent, left } = await postJson<PinsMailed>(pinMailsApi(tenantId), { pins })
        done.sent += sent
        done.left.push(...left)
      }
      setMailed(done)
    })
  const save = () =>
    act(async () => {
      const rows = items.map(({ number, name, pin }) => [number, name, pin])
      await downloadCsv('voicemail-pins.csv', ['Extension', 'Name', 'Voicemail PIN'], rows)
    })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Voicemail PINs"
      description={
        items.length > 0
          ? 'They are shown only now. Anyone who knows a PIN can listen to the messages.'
          : 'No PINs were assigned: every mailbox already has one. If an earlier attempt was interrupted, its PINs are set but unknown; set new ones on the extensions.'
      }
      footer={
        <>
          {items.length > 0 ? (
            <div className="mr-auto flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
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
          <DoneButton onClick={onClose} />
        </>
      }
    >
      {mailed ? (
        <Alert tone={mailed.left.length > 0 ? 'warning' : 'success'} role="status" className="mb-3">
          {mailed.sent.toLocaleString('en')} mailed.
          {mailed.left.length > 0
            ? ` Not to ${mailed.left.join(', ')}: no voicemail email address is stored there, or the mail could not be sent.`
            : null}
        </Alert>
      ) : null}
      <ul className="divide-y divide-border text-sm">
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
