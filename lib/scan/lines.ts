/** Brightness of every pixel, row by row. */
export interface Picture {
  width: number
  height: number
  points: ArrayLike<number>
}

/** Distance between parallel scan lines, in pixels: lower bars may be missed. */
const LINE_EVERY = 4
/** Subdivisions between two samples, which are a pixel apart; the resolution of bar widths. */
const FINER = 4
/** Number of samples whose extremes set the local threshold: a bar and its neighbors. */
const BLOCK = 16
/** Blocks with less contrast than this are plain paper. */
const LEAST_CONTRAST = 24

/**
 * Brightness along parallel lines across the picture, from its middle outward. The direction is in degrees; a barcode is read by
 * lines that cross all of its bars.
 */
export function* linesAt(picture: Picture, degrees: number): Generator<Float32Array> {
  const { width, height } = picture
  const angle = (degrees * Math.PI) / 180
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
  const reach = (Math.abs(dy) * width + Math.abs(dx) * height) / 2
  for (let step = 0; step * LINE_EVERY <= reach; step++) {
    for (const side of step === 0 ? [0] : [1, -1]) {
      const away = side * step * LINE_EVERY
      const line = sampled(picture, width / 2 - dy * away, height / 2 + dx * away, dx, dy)
      if (line) yield line
    }
  }
}

/** A line through (x, y) from edge to edge; none where it only touches a corner. */
function sampled(
  { width, height, points }: Picture,
  x: number,
  y: number,
  dx: number,
  dy: number,
): Float32Array | undefined {
  const [left, right] = crossing(x, dx, width - 1)
  const [top, bottom] = crossing(y, dy, height - 1)
  const from = Math.max(left, top)
  const count = Math.floor(Math.min(right, bottom) - from)
  if (!(count > BLOCK)) return undefined
  const line = new Float32Array(count)
  for (let at = 0; at < count; at++) {
    const px = x + dx * (from + at)
    const py = y + dy * (from + at)
    const column = Math.min(Math.max(Math.floor(px), 0), width - 2)
    const row = Math.min(Math.max(Math.floor(py), 0), height - 2)
    const [right1, down1] = [px - column, py - row]
    const start = row * width + column
    const upper = point(points, start) * (1 - right1) + point(points, start + 1) * right1
    const lower = point(points, start + width) * (1 - right1) + point(points, start + width + 1) * right1
    line[at] = upper * (1 - down1) + lower * down1
  }
  return line
}

const point = (points: ArrayLike<number>, at: number) => points[at] ?? 0

/** Where a line enters and leaves 0 to `last`, counted from `start` in steps of `step`. */
function crossing(start: number, step: number, last: number): [number, number] {
  if (Math.abs(step) < 1e-9)
    return start >= 0 && start <= last ? [-Infinity, Infinity] : [Infinity, -Infinity]
  const ends = [-start / step, (last - start) / step]
  return [Math.min(...ends), Math.max(...ends)]
}

/**
 * Which parts of a line are dark: darker than halfway between the local extremes. Brightness is interpolated linearly between
 * samples.
 */
export function darkOf(line: Float32Array): boolean[] {
  const halfway = thresholds(line)
  const dark: boolean[] = []
  for (let at = 0; at + 1 < line.length; at++) {
    const [from, to, limit] = [line[at] ?? 0, line[at + 1] ?? 0, halfway[Math.floor(at / BLOCK)] ?? -1]
    for (let part = 0; part < FINER; part++) dark.push(from + ((to - from) * part) / FINER < limit)
  }
  return dark
}

/**
 * Threshold of each block below which samples are dark. A block with too little contrast uses the nearest block with more: the
 * environment of a light-on-dark code are as dark as its spaces. Nothing is dark on a line without contrast.
 */
function thresholds(line: Float32Array): number[] {
  const blocks = Math.ceil(line.length / BLOCK)
  const darkest = new Float32Array(blocks).fill(255)
  const brightest = new Float32Array(blocks)
  for (let at = 0; at < line.length; at++) {
    const [block, value] = [Math.floor(at / BLOCK), line[at] ?? 0]
    if (value < (darkest[block] ?? 0)) darkest[block] = value
    if (value > (brightest[block] ?? 0)) brightest[block] = value
  }
  const halfway = new Map<number, number>()
  for (let block = 0; block < blocks; block++) {
    const [before, after] = [Math.max(block - 1, 0), Math.min(block + 1, blocks - 1)]
    const low = Math.min(darkest[before] ?? 255, darkest[block] ?? 255, darkest[after] ?? 255)
    const high = Math.max(brightest[before] ?? 0, brightest[block] ?? 0, brightest[after] ?? 0)
    if (high - low >= LEAST_CONTRAST) halfway.set(block, (low + high) / 2)
  }
  const known = [...halfway.keys()]
  let nearest = 0
  return Array.from({ length: blocks }, (_, block) => {
    const distance = (place: number) => Math.abs((known[place] ?? Number.POSITIVE_INFINITY) - block)
    while (distance(nearest + 1) <= distance(nearest) && nearest + 1 < known.length) nearest++
    return halfway.get(known[nearest] ?? -1) ?? -1
  })
}

/** Number of changes between dark and light: high for a barcode. */
export function changesOf(dark: readonly boolean[]): number {
  let changes = 0
  for (let at = 1; at < dark.length; at++) if (dark[at] !== dark[at - 1]) changes++
  return changes
}
