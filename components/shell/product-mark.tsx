/** The product's logo, as in public/favicon.svg. Decorative, because the name is next to it. */
export function ProductMark({ size = 22 }: { size?: number }) {
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 32 32" className="shrink-0">
      <rect width="32" height="32" rx="7" fill="var(--accent)" />
      <path
        d="M8 13v6M13.33 9v14M18.67 12v8M24 14.5v3"
        stroke="var(--accent-contrast)"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  )
}
