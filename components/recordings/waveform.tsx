import { cn } from '@/components/ui/cn'

/** How loud a recording is from its beginning to its end, as a picture beside its name. */
export function Waveform({ peaks, className }: { peaks: readonly number[]; className?: string }) {
  const bars = 48
  const step = Math.max(1, Math.ceil(peaks.length / bars))
  const heights = Array.from({ length: Math.ceil(peaks.length / step) }, (_, index) =>
    Math.max(4, ...peaks.slice(index * step, (index + 1) * step)),
  )
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${heights.length * 3} 100`}
      preserveAspectRatio="none"
      className={cn('text-text-muted', className)}
    >
      {heights.map((height, index) => (
        <rect key={index} x={index * 3} y={50 - height / 2} width={2} height={height} fill="currentColor" />
      ))}
    </svg>
  )
}
