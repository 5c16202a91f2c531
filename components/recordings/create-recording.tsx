import { type SyntheticEvent, useId, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Progress } from '@/components/ui/progress'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { useWrite } from '@/hooks/use-write'
import { failureMessage } from '@/lib/errors'
import { addRecording } from '@/lib/recordings/upload'

/** Creates a recording from an audio file, as a destination for calls. */
export function CreateRecording({
  onClose,
  onCreated,
}: {
  onClose: () => void
  onCreated: (id: string) => void
}) {
  const formId = useId()
  const tenantId = useCurrentTenantId()
  const write = useWrite()
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const working = share !== null

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    // In the DOM this form is not inside the one it was opened from; in React it is.
    event.stopPropagation()
    if (!file || working) return
    setShare(0)
    setFailure(null)
    try {
      const id = await write(
        (supabase) => addRecording(supabase, tenantId, file, setShare),
        `Added the recording ${file.name}`,
      )
      onCreated(id)
      onClose()
    } catch (error) {
      setFailure(failureMessage(error))
      setShare(null)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="New recording"
      description="It is named after its file; you can fill in the rest later, on its own page."
      dismissable={!working}
      zIndex={70}
      footer={
        <>
          <Button onClick={onClose} disabled={working}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={working} disabled={!file}>
            Upload recording
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {failure ? <Alert tone="danger">{failure}</Alert> : null}
        <FormRow label="Audio file" hint="WAV or MP3, up to 10 MB." required>
          <Input
            type="file"
            accept=".wav,.mp3,audio/wav,audio/mpeg"
            disabled={working}
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        </FormRow>
        {working ? (
          <Progress
            label={share < 1 ? 'Sending the file' : 'Checking the file'}
            done={share < 1 ? Math.round(share * 100) : undefined}
            of={100}
          />
        ) : null}
      </form>
    </Dialog>
  )
}
