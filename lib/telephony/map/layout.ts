import type { ELK, ElkNode } from 'elkjs/lib/elk-api'
import type { CallMap } from './call-map'

/** Size of a node, in pixels. */
export const NODE_WIDTH = 208
export const NODE_HEIGHT = 64

export interface Point {
  x: number
  y: number
}

/** Positions on the map, in pixels from the top left. */
export interface Layout {
  width: number
  height: number
  /** Top left corner of each node, by key. */
  places: ReadonlyMap<string, Point>
  /** Points of each line, by the key of its edge. */
  lines: ReadonlyMap<string, readonly Point[]>
}

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.spacing.nodeNode': '20',
  'elk.layered.spacing.nodeNodeBetweenLayers': '110',
  'elk.layered.thoroughness': '1',
  // One of the four alignments that elk would otherwise try: few bends, and a fifth faster.
  'elk.layered.nodePlacement.bk.fixedAlignment': 'LEFTUP',
}

/** Keeps the numbers in order. It costs a quarter of the time, and nobody looks for an order in maps larger than this. */
const IN_ORDER = { 'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES' }
const MOST_IN_ORDER = 100

/** Lays out a map from the numbers on the left to the ends on the right. */
export async function layoutOf(elk: ELK, map: CallMap): Promise<Layout> {
  const graph: ElkNode = {
    id: 'map',
    layoutOptions: map.nodes.length > MOST_IN_ORDER ? OPTIONS : { ...OPTIONS, ...IN_ORDER },
    children: map.nodes.map(({ key }) => ({ id: key, width: NODE_WIDTH, height: NODE_HEIGHT })),
    edges: map.edges.map(({ key, from, to }) => ({ id: key, sources: [from], targets: [to] })),
  }
  const done = await elk.layout(graph)
  return {
    width: done.width ?? 0,
    height: done.height ?? 0,
    places: new Map(done.children?.map(({ id, x = 0, y = 0 }) => [id, { x, y }])),
    lines: new Map(
      done.edges?.map(({ id, sections = [] }) => [
        id,
        sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [
          startPoint,
          ...bendPoints,
          endPoint,
        ]),
      ]),
    ),
  }
}
