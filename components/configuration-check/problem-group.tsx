import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { formatCount } from '@/lib/lists/page'
import type { Problem } from '@/lib/telephony/routing/problems/problem'
import type { KeptProblem } from '@/lib/tenants/checks-client'
import { ProblemActions } from './problem-actions'
import type { SEVERITIES } from './severity'

/** How many problems stand there at first; a large tenant may have one for each extension. */
const SHOWN = 50

/** The problems of one severity; nothing where there are none. */
export function ProblemGroup({
  group: { title, tone, meaning },
  problems,
}: {
  group: (typeof SEVERITIES)[number]
  problems: readonly KeptProblem[]
}) {
  const [all, setAll] = useState(false)
  if (problems.length === 0) return null
  const sorted = problems.toSorted(alike)
  const shown = all ? sorted : sorted.slice(0, SHOWN)
  return (
    <Card
      flush
      title={
        <>
          {title} <Badge tone={tone}>{formatCount(problems.length)}</Badge>
        </>
      }
    >
      <p className="px-4 pt-2.5 text-sm text-text-muted">{meaning}</p>
      <ul aria-label={title} className="divide-y divide-border">
        {shown.map((problem) => (
          <li
            key={problem.key}
            className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-2.5"
          >
            <span className="max-w-[70ch] min-w-0 break-words">{problem.text}</span>
            <ProblemActions problem={problem} />
          </li>
        ))}
      </ul>
      {shown.length < problems.length ? (
        <div className="border-t border-border px-4 py-2.5">
          <Button size="sm" onClick={() => setAll(true)}>
            Show all {formatCount(problems.length)}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

/** Problems of one kind stand together, by number. */
function alike(one: Problem, other: Problem): number {
  return (
    one.kind.localeCompare(other.kind) ||
    one.record.label.localeCompare(other.record.label, 'en', { numeric: true })
  )
}
