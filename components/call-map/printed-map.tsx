import type { CallMap } from '@/lib/telephony/map/call-map'
import { type Layout, NODE_HEIGHT, NODE_WIDTH } from '@/lib/telephony/map/layout'
import { MAP_BADGES } from './map-badges'
import { labelPoint, pathOf } from './map-path'

const MARGIN = 8
/** Roughly the numbers of characters that fit into a node's heading, into its text, and between two nodes. */
const HEADING = 28
const TEXT = 30
const LINE = 19

/** The map for printing: scaled to one page, black on white. */
export function PrintedMap({ map, layout, title }: { map: CallMap; layout: Layout; title: string }) {
  const box = [-MARGIN, -MARGIN, layout.width + 2 * MARGIN, layout.height + 2 * MARGIN].join(' ')
  return (
    <div data-print className="hidden print:block">
      <p className="mb-2 text-lg font-semibold">{title}</p>
      <svg viewBox={box} aria-hidden className="h-auto max-h-[85vh] w-full" fontFamily="inherit">
        {map.edges.map((edge) => {
          const points = layout.lines.get(edge.key) ?? []
          const { x, y } = labelPoint(points)
          return (
            <g key={edge.key}>
              <path
                d={pathOf(points)}
                fill="none"
                stroke="#555"
                strokeDasharray={edge.certain ? '4 4' : undefined}
              />
              <text x={x} y={y - 4} textAnchor="end" fontSize="10" fill="#000">
                {short(edge.label, LINE)}
              </text>
            </g>
          )
        })}
        {map.nodes.map((node) => {
          const { x, y } = layout.places.get(node.key) ?? { x: 0, y: 0 }
          const words = node.marks.map((mark) => MAP_BADGES[mark].word).join(', ')
          return (
            <g key={node.key} transform={`translate(${x} ${y})`}>
              <rect
                width={NODE_WIDTH}
                height={NODE_HEIGHT}
                rx="6"
                fill="#fff"
                stroke="#000"
                strokeWidth={words ? 3 : 1}
              />
              <text x="10" y="27" fontSize="12" fontWeight="600" fill="#000">
                {short(node.label, HEADING)}
              </text>
              <text x="10" y="47" fontSize="11" fill="#000">
                {short(words || node.does, TEXT)}
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}

function short(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}
