/** Machine-written text; long lines wrap instead of scrolling sideways. */
export function RawText({ children }: { children: string }) {
  return (
    <pre className="code rounded-md bg-surface-sunken p-3 text-xs whitespace-pre-wrap wrap-anywhere">
      {children}
    </pre>
  )
}
