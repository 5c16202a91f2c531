import '@xyflow/react/dist/base.css'
import {
  BaseEdge,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  MarkerType,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react'
import { Maximize, Printer, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { failureOf } from '@/components/common/loaded'
import { IconButton } from '@/components/ui/icon-button'
import { Skeleton } from '@/components/ui/skeleton'
import { useMapLayout } from '@/hooks/use-map-layout'
import type { CallMap, MapEdge } from '@/lib/telephony/map/call-map'
import { type Layout, NODE_HEIGHT, NODE_WIDTH, type Point } from '@/lib/telephony/map/layout'
import { type FlowNode, MapNodeView } from './map-node-view'
import { labelPoint, pathOf } from './map-path'
import { NodeDetails } from './node-details'
import { PrintedMap } from './printed-map'

const NODE_TYPES = { place: MapNodeView }
const EDGE_TYPES = { line: MapLine }
const FIT = { padding: 0.05, maxZoom: 1 }
const LABELS = {
  'node.a11yDescription.default': 'Press Enter to show what happens here.',
  'node.a11yDescription.keyboardDisabled': 'Press Enter to show what happens here.',
}

const LARGE = 'h-[36rem] max-h-[80vh] w-full'
const SMALL = 'h-80 w-full'

interface Drawn {
  tenantId: string
  map: CallMap
  /** For a card among others. */
  small?: boolean
}

/** The call map as a diagram, panned by dragging or with the arrow keys; a click or Enter opens a place. */
export function CallDrawing({ title, ...drawn }: Drawn & { title: string }) {
  const { map, small } = drawn
  const query = useMapLayout(map)
  if (!query.data) {
    return failureOf(query, 'The map could not be drawn') ?? <Skeleton className={small ? SMALL : LARGE} />
  }
  return (
    <>
      <ReactFlowProvider key={title}>
        <Drawing {...drawn} layout={query.data} />
      </ReactFlowProvider>
      <PrintedMap map={map} layout={query.data} title={title} />
    </>
  )
}

function Drawing({ tenantId, map, small, layout }: Drawn & { layout: Layout }) {
  const flow = useReactFlow()
  const [chosen, setChosen] = useState<string | null>(null)
  const nodes = useMemo(() => placesOf(map, layout), [map, layout])
  const shown = useMemo(
    () => nodes.map((node) => (node.id === chosen ? { ...node, selected: true } : node)),
    [nodes, chosen],
  )
  const lines = useMemo(() => linesOf(map, layout), [map, layout])
  const place = map.nodes.find(({ key }) => key === chosen)

  function onKeyDown(event: KeyboardEvent) {
    const shortcuts: Record<string, () => unknown> = {
      '+': () => flow.zoomIn(),
      '=': () => flow.zoomIn(),
      '-': () => flow.zoomOut(),
      '0': () => flow.fitView(FIT),
      Escape: () => setChosen(null),
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    shortcuts[event.key]?.()
  }

  return (
    <section aria-label="Drawing of the call map">
      <div role="presentation" className={small ? SMALL : LARGE} onKeyDown={onKeyDown}>
        <ReactFlow
          nodes={shown}
          edges={lines}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          fitView
          fitViewOptions={FIT}
          minZoom={0.05}
          maxZoom={2}
          nodesDraggable={false}
          nodesConnectable={false}
          edgesFocusable={false}
          deleteKeyCode={null}
          onlyRenderVisibleElements
          ariaLabelConfig={LABELS}
          proOptions={{ hideAttribution: true }}
          onNodesChange={(changes) => {
            for (const change of changes)
              if (change.type === 'select' && change.selected) setChosen(change.id)
          }}
          onPaneClick={() => setChosen(null)}
        >
          <Panel position="bottom-left" className="flex gap-1 rounded-md border border-border bg-surface p-1">
            <IconButton
              size="sm"
              label="Zoom in"
              icon={ZoomIn}
              iconSize={16}
              onClick={() => void flow.zoomIn()}
            />
            <IconButton
              size="sm"
              label="Zoom out"
              icon={ZoomOut}
              iconSize={16}
              onClick={() => void flow.zoomOut()}
            />
            <IconButton
              size="sm"
              label="Fit the whole map"
              icon={Maximize}
              iconSize={16}
              onClick={() => void flow.fitView(FIT)}
            />
            <IconButton
              size="sm"
              label="Print the map"
              icon={Printer}
              iconSize={16}
              onClick={() => window.print()}
            />
          </Panel>
          {place ? (
            <Panel position="top-right" className="w-80 max-w-[85vw]">
              <NodeDetails tenantId={tenantId} map={map} place={place} onClose={() => setChosen(null)} />
            </Panel>
          ) : null}
        </ReactFlow>
      </div>
    </section>
  )
}

function placesOf(map: CallMap, layout: Layout): FlowNode[] {
  return map.nodes.map((place) => ({
    id: place.key,
    type: 'place',
    position: layout.places.get(place.key) ?? { x: 0, y: 0 },
    data: { place },
    width: NODE_WIDTH,
    height: NODE_HEIGHT,
    ariaRole: 'button',
    domAttributes: { 'aria-roledescription': 'place' },
  }))
}

function linesOf(map: CallMap, layout: Layout): LineEdge[] {
  return map.edges.map((way) => ({
    id: way.key,
    type: 'line',
    source: way.from,
    target: way.to,
    data: { way, points: layout.lines.get(way.key) ?? [] },
    markerEnd: { type: MarkerType.ArrowClosed, color: 'var(--border-control)' },
    selectable: false,
    ariaLabel: way.ways.join(' '),
  }))
}

type LineEdge = Edge<{ way: MapEdge; points: readonly Point[] }, 'line'>

/** A line of the diagram, through the points computed by the layout. */
function MapLine({ id, data, markerEnd }: EdgeProps<LineEdge>) {
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
