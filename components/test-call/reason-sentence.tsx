import type { ReactNode } from 'react'
import { RecordLink } from '@/components/common/record-link'
import type { Reason } from '@/lib/telephony/routing/reason'
import { reasonText } from '@/lib/telephony/routing/reason-text'
import { hasPage, nounAndLabel, recordPath, type RecordRef } from '@/lib/telephony/routing/record'

/** A reason as a sentence, with a link to its record. */
export function ReasonSentence({ tenantId, reason }: { tenantId: string; reason: Reason }) {
  return <RecordSentence tenantId={tenantId} record={reason.record} text={reasonText(reason)} />
}

/** A sentence about a record, with a link to it. */
export function RecordSentence({
  tenantId,
  record,
  text,
}: {
  tenantId: string
  record: RecordRef
  text: string
}) {
  if (!hasPage(record)) return <>{text}</>
  const link = (words: ReactNode) => <RecordLink href={recordPath(tenantId, record)}>{words}</RecordLink>
  const start = record.label === '' ? -1 : text.indexOf(record.label)
  if (start < 0) {
    return (
      <>
        {text} {link(nounAndLabel(record))}
      </>
    )
  }
  const end = start + record.label.length
  return (
    <>
      {text.slice(0, start)}
      {link(text.slice(start, end))}
      {text.slice(end)}
    </>
  )
}
