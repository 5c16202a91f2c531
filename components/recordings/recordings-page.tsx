import { MessageSquareText, Upload } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { ResourcePage } from '@/components/records/resource-page'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { lateDialog } from '@/components/ui/late-code'
import { useMember } from '@/hooks/use-member'
import { prefetchRecords } from '@/hooks/use-record-query'
import { useRecordingUploads, useRecordingUses } from '@/hooks/use-recordings'
import { formatLength, formatSize } from '@/lib/recordings/format'
import { recording } from '@/lib/resources/recording'
import { may } from '@/lib/session/permissions'
import { FileButton } from './file-button'
import { RecordingSections } from './recording-sections'
import { UploadList } from './upload-list'

const CreateRecording = lateDialog(
  dynamic(() => import('./create-recording').then((module) => module.CreateRecording)),
)

/** A tenant's recordings: upload, speech synthesis, playback, replacement, and uses. */
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
            <span className="inline-flex min-w-0 items-center gap-3 align-middle">
              <Waveform peaks={peaks} className="h-6 w-24 shrink-0 max-sm:hidden" />
              <span className="min-w-0 break-words">{name}</span>
            </span>
          ),
          file: ({ file }) => (
            <span
              className="code inline-block min-w-0 break-words align-bottom sm:max-w-48 sm:truncate"
              title={file}
            >
              {file}
            </span>
          ),
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
              <Button icon={MessageSquareText} onClick={() => setSpeaking(true)}>
                Speak text
              </Button>
              <FileButton
                variant="primary"
                multiple
                label="Recordings to upload"
                icon={Upload}
                onChoose={(files) => void add(files)}
              >
                Upload recordings
              </FileButton>
            </>
          ) : null
        }
        above={<UploadList items={items} onRetry={retry} onDismiss={dismiss} />}
        emptyText="Upload WAV or MP3 files for greetings, menus and music on hold, or create recordings from text."
      />
      {isSpeaking ? <CreateRecording startsSpoken onClose={() => setSpeaking(false)} /> : null}
    </>
  )
}
RecordingsPage.ahead = prefetchRecords(recording)

/** A recording's waveform, next to its name. */
function Waveform({ peaks, className }: { peaks: readonly number[]; className?: string }) {
  const bars = 48
  const step = Math.max(1, Math.ceil(peaks.length / bars))
  const heights = Array.from({ length: Math.ceil(peaks.length / step) }, (_, index) =>
    Math.max(4, ...peaks.slice(index * step, (index + 1) * step)),
  )
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${heights.length * 3} 100`}
      preserveAspectRatio="none"
      className={cn('text-text-muted', className)}
    >
      {heights.map((height, index) => (
        <rect key={index} x={index * 3} y={50 - height / 2} width={2} height={height} fill="currentColor" />
      ))}
    </svg>
  )
}
