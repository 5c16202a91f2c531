import { Pagination } from '@/components/ui/pagination'
import type { ListState, PageTurn } from '@/hooks/use-list'

/** The footer of a list: the range shown, and paging, which works while the rows shown are refreshed. */
export function ListFooter<Row>({
  list: { page, outdated },
  range,
  onTurn,
}: {
  list: Pick<ListState<Row>, 'page' | 'outdated'>
  range: string
  onTurn: (turn: PageTurn) => void
}) {
  if (!page?.rows.length) return null
  const { previous, next } = page
  return (
    <Pagination
      range={range}
      page={page}
      loading={outdated}
      onPrevious={previous ? () => onTurn({ before: previous }) : undefined}
      onNext={next ? () => onTurn({ after: next }) : undefined}
    />
  )
}
