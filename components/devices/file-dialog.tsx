import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { CodeView } from '@/components/ui/code-view'
import { Dialog } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { usePhoneConfiguration } from '@/hooks/use-phone-configuration'
import { failureMessage } from '@/lib/errors'
import { masked } from '@/lib/telephony/provisioning/configuration'
import { filesOf } from '@/lib/telephony/provisioning/files'

/** The files that a phone would be given now, with its secrets masked. */
export function FileDialog({
  deviceId,
  name,
  onClose,
}: {
  deviceId: string
  name: string
  onClose: () => void
}) {
  const { data, error, isValidating, mutate } = usePhoneConfiguration(deviceId)
  const [chosen, setChosen] = useState(0)
  const files = data ? filesOf(masked(data)) : []
  const file = files[chosen]
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={`Configuration of ${name}`}
      description="As the phone gets it now. Passwords are masked."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {error && !data ? (
        <ErrorState message={failureMessage(error)} retrying={isValidating} onRetry={() => void mutate()} />
      ) : data === undefined ? (
        <Skeleton className="h-64 w-full" />
      ) : file ? (
        <div className="flex flex-col gap-2">
          {files.length > 1 ? (
            <Select
              aria-label="File"
              options={files.map((one, index) => ({ value: String(index), label: one.name }))}
              value={String(chosen)}
              onChange={(event) => setChosen(Number(event.target.value))}
            />
          ) : (
            <p className="code text-sm text-text-muted">{file.name}</p>
          )}
          <CodeView label={file.name} className="max-h-[60vh] px-3">
            {file.text}
          </CodeView>
        </div>
      ) : (
        <EmptyState title="No file is written for this phone">
          Choose Yealink, Polycom or Grandstream as its vendor.
        </EmptyState>
      )}
    </Dialog>
  )
}
