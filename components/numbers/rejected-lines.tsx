import { Alert, type AlertTone } from '@/components/ui/alert'
import { FirstItems } from '@/components/ui/first-items'
import type { RejectedLine } from '@/lib/numbers/number-lines'
import { countOf } from '@/lib/words'

const NAMED = 50

/** The rejected lines, each with the reason, and what was left out of accepted ones. Renders nothing if there are none. */
export function RejectedLines({
  bad,
  remarks = [],
}: {
  bad: readonly RejectedLine[]
  remarks?: readonly RejectedLine[]
}) {
  return (
    <>
      {bad.length > 0 ? (
        <Lines
          tone="warning"
          title={bad.length === 1 ? 'One line is left out' : `${countOf(bad.length, 'line')} are left out`}
          lines={bad}
        />
      ) : null}
      {remarks.length > 0 ? (
        <Lines
          tone="info"
          title={
            remarks.length === 1
              ? 'One line was read only in part'
              : `${countOf(remarks.length, 'line')} were read only in part`
          }
          lines={remarks}
        />
      ) : null}
    </>
  )
}

function Lines({ tone, title, lines }: { tone: AlertTone; title: string; lines: readonly RejectedLine[] }) {
  return (
    <Alert tone={tone} role="status" title={title}>
      <ul className="mt-1 max-h-40 overflow-y-auto text-sm">
        <FirstItems items={lines} most={NAMED}>
          {({ line, text, reason }) => (
            <li key={`${line} ${text}`} className="flex flex-wrap gap-x-3">
              <span className="numeric text-text-muted">Line {line}</span>
              <span className="code break-all">{text}</span>
              <span>{reason}</span>
            </li>
          )}
        </FirstItems>
      </ul>
    </Alert>
  )
}
