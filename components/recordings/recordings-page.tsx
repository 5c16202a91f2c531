import { MessageSquareText, Upload } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { ResourcePage } from '@/components/records/resource-page'
import { Button } from '@/components/ui/button'
import { useMember } from '@/hooks/use-member'
import { recordsAhead } from '@/hooks/use-record-query'
import { useRecordingUploads, useRecordingUses } from '@/hooks/use-recordings'
import { formatLength, formatSize } from '@/lib/recordings/format'
import { recording } from '@/lib/resources/recording'
import { may } from '@/lib/session/permissions'
import { FileButton } from './file-button'
import { RecordingSections } from './recording-sections'
import { UploadList } from './upload-list'
import { Waveform } from './waveform'

const CreateRecording = dynamic(() => import('./create-recording').then((module) => module.CreateRecording))

/** A tenant's recordings: uploaded or spoken, heard, replaced, and what plays them. */
export function RecordingsPage() {
  const { permissions } = useMember()
  const { items, add, retry, dismiss } = useRecordingUploads()
  const uses = useRecordingUses()
  const [isSpeaking, setSpeaking] = useState(false)
  const mayUpload = may(permissions, 'telephony', 'create')

  return (
    <>
      <ResourcePage
        resource={recording}
        sections={RecordingSections}
        cells={{
          name: ({ name, peaks }) => (
            <span className="inline-flex items-center gap-3 align-middle">
              <Waveform peaks={peaks} className="h-6 w-24 shrink-0 max-sm:hidden" />
              <span className="truncate">{name}</span>
            </span>
          ),
          file: ({ file }) => <span className="code">{file}</span>,
          duration_ms: ({ duration_ms }) => formatLength(duration_ms),
          size_bytes: ({ size_bytes }) => formatSize(size_bytes),
          format: ({ format }) => format.toUpperCase(),
          uses: ({ id }) => {
            const count = uses?.get(id) ?? 0
            return uses ? count || <span className="text-text-muted">Unused</span> : '…'
          },
        }}
        actions={
          mayUpload ? (
            <>
              <Button icon={<MessageSquareText aria-hidden size={14} />} onClick={() => setSpeaking(true)}>
                Speak text
              </Button>
              <FileButton
                variant="primary"
                multiple
                label="Recordings to upload"
                icon={<Upload aria-hidden size={14} />}
                onChoose={(files) => void add(files)}
              >
                Upload recordings
              </FileButton>
            </>
          ) : null
        }
        above={<UploadList items={items} onRetry={retry} onDismiss={dismiss} />}
        emptyText="Upload WAV or MP3 files for greetings, menus and music on hold, or have a text spoken."
      />
      {isSpeaking ? <CreateRecording startsSpoken onClose={() => setSpeaking(false)} /> : null}
    </>
  )
}
RecordingsPage.ahead = recordsAhead(recording)
