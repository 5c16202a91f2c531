import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import type { MapNode } from '@/lib/telephony/map/call-map'
import { NODE_HEIGHT, NODE_WIDTH } from '@/lib/telephony/map/layout'
import { MAP_BADGES } from './map-badges'

export type FlowNode = Node<{ place: MapNode }, 'place'>

/** A node of the diagram: its label, and its marks or what happens there. */
export function MapNodeView({ data: { place }, selected }: NodeProps<FlowNode>) {
  const [mark] = place.marks
  return (
    <div
      style={{ width: NODE_WIDTH, height: NODE_HEIGHT }}
      className={cn(
        'flex flex-col justify-center gap-1 rounded-md border px-2.5 text-text shadow-card',
        mark
          ? MAP_BADGES[mark].tone === 'danger'
            ? 'border-danger'
            : 'border-warning'
          : 'border-border-control',
        place.kind === 'number' ? 'bg-accent-soft' : 'bg-surface',
        selected && 'outline-2 outline-offset-2 outline-focus',
      )}
    >
      <Handle type="target" position={Position.Left} isConnectable={false} className="invisible" />
      <span className="truncate text-sm font-medium" title={place.label}>
        {place.label}
      </span>
      {mark ? (
        <span className="flex gap-1">
          {place.marks.map((each) => {
            const { tone, word, Icon } = MAP_BADGES[each]
            return (
              <Badge
                key={each}
                tone={tone}
                icon={<Icon aria-hidden size={12} className="shrink-0" />}
                className="min-w-0"
              >
                {word}
              </Badge>
            )
          })}
        </span>
      ) : (
        <span className="truncate text-xs text-text-muted">{place.does}</span>
      )}
      <Handle type="source" position={Position.Right} isConnectable={false} className="invisible" />
    </div>
  )
}
