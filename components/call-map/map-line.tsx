import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react'
import type { MapEdge } from '@/lib/telephony/map/call-map'
import type { Point } from '@/lib/telephony/map/layout'
import { labelPoint, pathOf } from './map-path'

export type LineEdge = Edge<{ way: MapEdge; points: readonly Point[] }, 'line'>

/** A way of the drawing, along the corners that the layout gave it. */
export function MapLine({ id, data, markerEnd }: EdgeProps<LineEdge>) {
  if (!data) return null
  const { x, y } = labelPoint(data.points)
  return (
    <>
      <BaseEdge
        id={id}
        path={pathOf(data.points)}
        markerEnd={markerEnd}
        style={{ stroke: 'var(--border-control)', strokeDasharray: data.way.certain ? '4 4' : undefined }}
      />
      {data.way.label ? (
        <EdgeLabelRenderer>
          <span
            style={{ transform: `translate(-100%, -50%) translate(${x}px, ${y}px)` }}
            className="absolute max-w-22 truncate rounded-sm bg-surface px-1 text-xs text-text"
            title={data.way.ways.join(' ')}
          >
            {data.way.label}
          </span>
        </EdgeLabelRenderer>
      ) : null}
    </>
  )
}
