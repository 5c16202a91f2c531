import { createParser, debounce, parseAsBoolean, parseAsString, parseAsStringLiteral } from 'nuqs'
import { useMemo } from 'react'
import {
  formatCursor,
  parseCursor,
  TENANT_SORTS,
  TENANT_STATUSES,
  type TenantQuery,
} from '@/lib/tenants/tenant-query'
import { useWholeAddress } from './use-whole-address'

const cursor = createParser({
  parse: parseCursor,
  serialize: formatCursor,
  eq: (one, other) => formatCursor(one) === formatCursor(other),
})

const PARAMETERS = {
  search: parseAsString.withDefault(''),
  status: parseAsStringLiteral(TENANT_STATUSES),
  timeZone: parseAsString,
  full: parseAsBoolean.withDefault(false),
  sort: parseAsStringLiteral(TENANT_SORTS).withDefault('company'),
  descending: parseAsBoolean.withDefault(false),
  after: cursor,
  before: cursor,
}

const ADDRESS_KEYS = { search: 'q', timeZone: 'zone', descending: 'desc' }

/** Typing reaches the address when it pauses, so that it is one step of the history, not one a letter. */
const TYPING_PAUSE_MS = 300

/**
 * What is asked of the list of tenants, kept in the address: /app/tenants?q=&status=&zone=&full=&sort=&desc=, and
 * `after` or `before` for the page. What the address does not say, or says wrongly, has its default. A change takes
 * the reader to the first page, and can be undone by going back.
 */
export function useTenantQuery() {
  const [values, setValues] = useWholeAddress(PARAMETERS, { urlKeys: ADDRESS_KEYS, history: 'push' })
  const query: TenantQuery = useMemo(
    () => ({ ...values, before: values.after ? null : values.before }),
    [values],
  )

  function change(changes: Partial<Omit<TenantQuery, 'after' | 'before'>>) {
    setValues({ ...changes, after: null, before: null })
  }
  return {
    query,
    change,
    search(words: string) {
      setValues(
        { search: words, after: null, before: null },
        { history: 'replace', limitUrlUpdates: debounce(TYPING_PAUSE_MS) },
      )
    },
    clear: () => change({ search: '', status: null, timeZone: null, full: false }),
    turnTo(page: Pick<TenantQuery, 'after'> | Pick<TenantQuery, 'before'>) {
      setValues({ after: null, before: null, ...page }, { scroll: true })
    },
  }
}
