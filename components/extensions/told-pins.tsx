import { Download } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { refreshNothing, useAction } from '@/hooks/use-write'
import { writeCsv } from '@/lib/csv'
import { downloadText } from '@/lib/download'
import type { NewExtension } from '@/lib/telephony/extension-client'

/** The voicemail PINs of new extensions, which are shown only here: to read out, or to take along as a file. */
export function ToldPins({ items, onClose }: { items: readonly NewExtension[]; onClose: () => void }) {
  const { act, pending } = useAction(refreshNothing)
  const save = () =>
    act(async () => {
      const rows = items.map(({ number, name, pin }) => [number, name, pin ?? ''])
      downloadText(
        await writeCsv(['Extension', 'Name', 'Voicemail PIN'], rows),
        'voicemail-pins.csv',
        'text/csv',
      )
    })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Voicemail PINs"
      description="They are shown only now. Anyone who knows a PIN can listen to the messages."
      footer={
        <>
          <Button
            className="mr-auto"
            icon={<Download aria-hidden size={14} />}
            loading={pending}
            onClick={() => void save()}
          >
            Download
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
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
