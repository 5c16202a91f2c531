import type { Point } from '@/lib/telephony/map/layout'

/** A line through its points, as the `d` attribute of an SVG path. */
export function pathOf(points: readonly Point[]): string {
  return points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('')
}

/** Where a line's label ends: before its arrow, where it no longer overlaps other lines. */
export function labelPoint(points: readonly Point[]): Point {
  const end = points.at(-1) ?? { x: 0, y: 0 }
  return { x: end.x - 10, y: end.y }
}
