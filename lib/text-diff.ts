/** A line of a comparison: in both texts, only in the earlier one, or only in the later one. */
export interface DiffLine {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/**
 * Compares two texts line by line by their longest common subsequence. Kept and removed lines are the earlier text in
 * order, kept and added lines the later one. Takes time and room for the product of the lines that differ.
 */
export function diffLines(earlier: string, later: string): DiffLine[] {
  const before = earlier.split('\n')
  const after = later.split('\n')
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) {
    end += 1
  }
  return [
    ...before.slice(0, start).map(same),
    ...compare(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ]
}

const same = (text: string): DiffLine => ({ kind: 'same', text })

function compare(before: string[], after: string[]): DiffLine[] {
  const lengths = commonLengths(before, after)
  const at = (i: number, j: number) => lengths[i * (after.length + 1) + j] ?? 0
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < before.length || j < after.length) {
    const [removed, added] = [before[i], after[j]]
    if (removed !== undefined && removed === added) {
      lines.push(same(removed))
      i += 1
      j += 1
    } else if (removed !== undefined && (added === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: removed })
      i += 1
    } else {
      lines.push({ kind: 'added', text: added ?? '' })
      j += 1
    }
  }
  return lines
}

// The length of the longest common subsequence of what is left from line i and line j on.
function commonLengths(before: string[], after: string[]): Uint32Array {
  const width = after.length + 1
  const lengths = new Uint32Array((before.length + 1) * width)
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        before[i] === after[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0)
    }
  }
  return lengths
}
