/** "30 → 45", worded for screen readers. */
export function BeforeAfter({ before, after }: { before: string; after: string }) {
  return (
    <>
      <del className="text-text-muted">{before}</del>
      <span aria-hidden> → </span>
      <span className="sr-only">became</span> <ins className="no-underline">{after}</ins>
    </>
  )
}
