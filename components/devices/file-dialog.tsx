import { Download } from 'lucide-react'
import { useState } from 'react'
import { CopyButton } from '@/components/common/copy-button'
import { Loaded } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { CodeView } from '@/components/ui/code-view'
import { Dialog } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { IconButton } from '@/components/ui/icon-button'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { usePhoneConfiguration } from '@/hooks/use-phone-configuration'
import { downloadText } from '@/lib/browser/download'
import {
  masked,
  type PhoneConfiguration,
  selfMonitoringKeys,
} from '@/lib/telephony/provisioning/configuration'
import { filesOf } from '@/lib/telephony/provisioning/files'
import { keyName } from '@/lib/telephony/provisioning/key-rows'
import { isKnownModel, noFileFor } from '@/lib/telephony/provisioning/models'
import { PROVISIONED_VENDORS } from '@/lib/telephony/provisioning/vendors'

/** The files that a phone would get now, with secrets masked. */
export function FileDialog({
  deviceId,
  name,
  onClose,
}: {
  deviceId: string
  name: string
  onClose: () => void
}) {
  const query = usePhoneConfiguration(deviceId)
  const files = query.data && filesOf(masked(query.data))
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={`Configuration of ${name}`}
      description={
        files?.length === 0 ? undefined : 'What the phone would download now. Passwords are masked.'
      }
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Loaded query={query} pending={<Skeleton className="h-64 w-full" />} empty={<NoFile />}>
        {(phone) => <Files phone={phone} />}
      </Loaded>
    </Dialog>
  )
}

function NoFile({ phone }: { phone?: PhoneConfiguration }) {
  return (
    <EmptyState title="No file is written for this phone">
      {phone?.vendor ? noFileFor(phone.vendor, phone.model) : null} Files are written for{' '}
      {new Intl.ListFormat('en-US').format(PROVISIONED_VENDORS)}.
    </EmptyState>
  )
}

function Files({ phone }: { phone: PhoneConfiguration }) {
  const [chosen, setChosen] = useState(0)
  const files = filesOf(masked(phone))
  const lamps = selfMonitoringKeys(phone)
  const file = files[chosen]
  if (!file) return <NoFile phone={phone} />
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-1">
        <div className="min-w-0 flex-1">
          {files.length > 1 ? (
            <Select
              aria-label="File"
              options={files.map((one, index) => ({ value: String(index), label: one.name }))}
              value={String(chosen)}
              onChange={(event) => setChosen(Number(event.target.value))}
            />
          ) : (
            <p className="code truncate text-sm text-text-muted">{file.name}</p>
          )}
        </div>
        <CopyButton text={file.text} what={file.name} />
        <IconButton
          size="sm"
          label={`Download ${file.name}`}
          icon={Download}
          onClick={() => downloadText(file.text, file.name, file.contentType)}
        />
      </div>
      {isKnownModel(phone.vendor, phone.model) ? null : (
        <Alert tone="warning">
          The model {phone.model || 'of this phone'} is unknown, so the file is written for six lines and six
          keys.
        </Alert>
      )}
      {lamps.length > 0 ? (
        <Alert tone="info">
          Left out, because the lamp would watch this phone itself: {lamps.map(keyName).join(', ')}.
        </Alert>
      ) : null}
      <CodeView label={file.name} className="max-h-[60vh] px-3">
        {file.text}
      </CodeView>
    </div>
  )
}
