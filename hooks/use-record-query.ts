import { createParser, debounce, parseAsBoolean, parseAsString, parseAsStringLiteral } from 'nuqs'
import { useMemo } from 'react'
import type { RecordQuery } from '@/lib/resources/record-list'
import type { Resource } from '@/lib/resources/resource'
import { isTenantId } from '@/lib/tenants/tenant-id'
import { type Cursor, formatCursor, parseCursor } from '@/lib/tenants/tenant-query'
import { useWholeAddress } from './use-whole-address'

const cursor = createParser({
  parse: parseCursor,
  serialize: formatCursor,
  eq: (one, other) => formatCursor(one) === formatCursor(other),
})

/** A filter by a record that the address names wrongly is none. */
const recordId = createParser({
  parse: (text) => (isTenantId(text) ? text : null),
  serialize: String,
})

/** Typing reaches the address when it pauses, so that it is one step of the history, not one a letter. */
const TYPING_PAUSE_MS = 300

/**
 * What is asked of a list of records and which of them is open, kept in the address: ?q=&sort=&desc=, a parameter a
 * filter, `after` or `before` for the page, and record=<id> or record=new. What the address does not say, or says
 * wrongly, has its default. A change takes the reader to the first page, and can be undone by going back.
 */
export function useRecordQuery(resource: Resource) {
  const parameters = useMemo(() => parametersOf(resource), [resource])
  const filterNames = useMemo(() => (resource.filters ?? []).map(({ name }) => name), [resource])
  const [values, setValues] = useWholeAddress(parameters, { history: 'push' })

  const query: RecordQuery = useMemo(
    () => ({
      search: String(values.q ?? ''),
      filters: Object.fromEntries(filterNames.map((name) => [name, String(values[name] ?? '')])),
      sort: String(values.sort),
      descending: values.desc === true,
      after: (values.after as Cursor | null) ?? null,
      before: values.after ? null : ((values.before as Cursor | null) ?? null),
    }),
    [values, filterNames],
  )
  const firstPage = { after: null, before: null }

  return {
    query,
    /** The id of the open record, 'new', or null. */
    record: (values.record as string | null) ?? null,
    search(words: string) {
      setValues(
        { q: words || null, ...firstPage },
        { history: 'replace', limitUrlUpdates: debounce(TYPING_PAUSE_MS) },
      )
    },
    filter(name: string, value: string) {
      setValues({ [name]: value || null, ...firstPage })
    },
    sortBy(sort: string, descending: boolean) {
      setValues({ sort, desc: descending, ...firstPage })
    },
    clear() {
      setValues({
        q: null,
        ...Object.fromEntries(filterNames.map((name) => [name, null])),
        ...firstPage,
      })
    },
    turnTo(page: Pick<RecordQuery, 'after'> | Pick<RecordQuery, 'before'>) {
      setValues({ ...firstPage, ...page }, { scroll: true })
    },
    open(record: string | null) {
      setValues({ record })
    },
  }
}

function parametersOf({ columns, filters = [], sort }: Resource) {
  const sorts = columns.filter(({ sortable }) => sortable).map(({ id }) => id)
  const chosen = Object.fromEntries(
    filters.map(({ name, options }) => [
      name,
      options ? parseAsStringLiteral(options.map(({ value }) => value)) : recordId,
    ]),
  )
  return {
    ...chosen,
    q: parseAsString.withDefault(''),
    sort: parseAsStringLiteral([...new Set([sort.column, ...sorts])]).withDefault(sort.column),
    desc: parseAsBoolean.withDefault(sort.descending ?? false),
    after: cursor,
    before: cursor,
    record: parseAsString,
  } as Record<string, ReturnType<typeof createParser<unknown>>>
}
