interface ChartBarProps {
  value: number
  /** The darker part of the value. */
  part: number
  /** What fills the whole room. */
  highest: number
  /** Grows to the right instead of upward. */
  lying?: boolean
}

/** A bar of a chart with a darker part. SVG, because the CSP forbids style attributes in a page's HTML (docs/decisions/115). */
export function ChartBar({ value, part, highest, lying = false }: ChartBarProps) {
  const boxOf = (amount: number) => {
    const share = highest > 0 ? Math.max(0, amount / highest) : 0
    return lying ? { width: share, height: 1 } : { y: 1 - share, width: 1, height: share }
  }
  return (
    <svg aria-hidden viewBox="0 0 1 1" preserveAspectRatio="none" className="size-full text-accent">
      <rect {...boxOf(value)} fill="currentColor" fillOpacity={0.35} />
      <rect {...boxOf(part)} fill="currentColor" />
    </svg>
  )
}
