import type { Point } from '@/lib/telephony/map/layout'

/** A line along its corners, as the `d` of an SVG path. */
export function pathOf(points: readonly Point[]): string {
  return points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('')
}

/** Where the label of a line ends: before its last corner's arrow, where it no longer shares its way with others. */
export function labelPoint(points: readonly Point[]): Point {
  const end = points.at(-1) ?? { x: 0, y: 0 }
  return { x: end.x - 10, y: end.y }
}
