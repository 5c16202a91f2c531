import { useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { CodeView } from '@/components/ui/code-view'
import { Dialog } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { usePhoneConfiguration } from '@/hooks/use-phone-configuration'
import { failureMessage } from '@/lib/errors'
import { lampsOnItself, masked } from '@/lib/telephony/provisioning/configuration'
import { filesOf } from '@/lib/telephony/provisioning/files'
import { keyName } from '@/lib/telephony/provisioning/key-rows'
import { isKnownModel } from '@/lib/telephony/provisioning/models'
import { noFileText, PROVISIONED_VENDORS } from '@/lib/telephony/provisioning/vendors'

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
  const lamps = data ? lampsOnItself(data) : []
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={`Configuration of ${name}`}
      description={data && !file ? undefined : 'As the phone gets it now. Passwords are masked.'}
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
          {data && !isKnownModel(data.vendor, data.model) ? (
            <Alert tone="warning">
              The model {data.model || 'of this phone'} is not known: the file is written for six lines and
              six keys.
            </Alert>
          ) : null}
          {lamps.length > 0 ? (
            <Alert tone="info">
              Left out, because the lamp would watch this phone itself: {lamps.map(keyName).join(', ')}.
            </Alert>
          ) : null}
          <CodeView label={file.name} className="max-h-[60vh] px-3">
            {file.text}
          </CodeView>
        </div>
      ) : (
        <EmptyState title="No file is written for this phone">
          {data ? noFileText(data.vendor) : null} Files are written for{' '}
          {new Intl.ListFormat('en').format(PROVISIONED_VENDORS)}.
        </EmptyState>
      )}
    </Dialog>
  )
}
