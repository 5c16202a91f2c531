import { Alert } from '@/components/ui/alert'
import type { BadLine } from '@/lib/numbers/number-lines'

const NAMED = 50

/** The lines that hold no telephone number, each with the reason. Nothing when there are none. */
export function BadLines({ bad }: { bad: readonly BadLine[] }) {
  if (bad.length === 0) return null
  return (
    <Alert
      tone="warning"
      role="status"
      title={bad.length === 1 ? 'One line is left out' : `${bad.length} lines are left out`}
    >
      <ul className="mt-1 max-h-40 overflow-y-auto text-sm">
        {bad.slice(0, NAMED).map(({ line, text, reason }) => (
          <li key={`${line} ${text}`} className="flex flex-wrap gap-x-3">
            <span className="numeric text-text-muted">Line {line}</span>
            <span className="code break-all">{text}</span>
            <span>{reason}</span>
          </li>
        ))}
        {bad.length > NAMED ? <li>and {bad.length - NAMED} more</li> : null}
      </ul>
    </Alert>
  )
}
