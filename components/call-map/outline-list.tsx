import { RecordLink } from '@/components/common/record-link'
import { Badge } from '@/components/ui/badge'
import { placeTitle } from '@/lib/telephony/routing/place-label'
import { hasPage, recordPath } from '@/lib/telephony/routing/record'
import type { OutlineNode } from '@/lib/telephony/simulator/outline'

/** The outline of a place as a nested list. */
export function OutlineList({
  tenantId,
  nodes,
  label,
  anyTime = false,
}: {
  tenantId: string
  nodes: readonly OutlineNode[]
  label?: string
  /** Whether all times are shown together, so that none is marked as another one's. */
  anyTime?: boolean
}) {
  return (
    <ul aria-label={label} className="flex flex-col gap-2 border-l border-border pl-3 sm:pl-4">
      {nodes.map((node) => (
        <li key={node.key} className="min-w-0">
          <Way tenantId={tenantId} node={node} anyTime={anyTime} />
          {node.children.length > 0 ? (
            <div className="mt-2">
              <OutlineList tenantId={tenantId} nodes={node.children} anyTime={anyTime} />
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function Way({ tenantId, node, anyTime }: { tenantId: string; node: OutlineNode; anyTime: boolean }) {
  const { record, label, ways, calls, does, state } = node
  const described = !ways.includes(does) && state !== 'again' && state !== 'circle'
  return (
    <>
      <p className="text-sm break-words text-text-muted">{ways.join(' ')}</p>
      <p className="break-words">
        <RecordLink href={hasPage(record) ? recordPath(tenantId, record) : undefined}>
          {placeTitle(label)}
        </RecordLink>{' '}
        <Mark node={node} />
        {calls === 'now' || (anyTime && calls === 'not now') ? null : (
          <Badge>{calls === 'not now' ? 'Not now' : 'Certain callers'}</Badge>
        )}
      </p>
      {described ? <p className="text-sm break-words">{does}</p> : null}
    </>
  )
}

function Mark({ node: { state } }: { node: OutlineNode }) {
  switch (state) {
    case 'circle':
      return <Badge tone="danger">Loops</Badge>
    case 'refused':
      return <Badge tone="warning">Ends unanswered</Badge>
    case 'ends':
      return <Badge tone="success">Ends here</Badge>
    case 'again':
      return <Badge>As above</Badge>
    case 'goes on':
      return null
  }
}
