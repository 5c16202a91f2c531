import {
  createParser,
  debounce,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs'
import { useMemo } from 'react'
import {
  CALL_SORTS,
  type CallFilters,
  type CallQuery,
  NO_FILTERS,
  NUMBER_MATCHES,
} from '@/lib/cdr/call-query'
import { CALL_DIRECTIONS, CALL_STATUSES } from '@/lib/cdr/call-record'
import { type DaySpan, spanFrom, todayIn } from '@/lib/cdr/days'
import { formatCursor, parseCursor } from '@/lib/tenants/tenant-query'
import { useWholeAddress } from './use-whole-address'

const cursor = createParser({
  parse: parseCursor,
  serialize: formatCursor,
  eq: (one, other) => formatCursor(one) === formatCursor(other),
})

const PARAMETERS = {
  from: parseAsString,
  until: parseAsString,
  number: parseAsString.withDefault(''),
  match: parseAsStringLiteral(NUMBER_MATCHES).withDefault('start'),
  extension: parseAsString.withDefault(''),
  direction: parseAsStringLiteral(CALL_DIRECTIONS),
  status: parseAsStringLiteral(CALL_STATUSES),
  cause: parseAsString,
  minTalk: parseAsInteger,
  recorded: parseAsBoolean.withDefault(false),
  sort: parseAsStringLiteral(CALL_SORTS).withDefault('start'),
  descending: parseAsBoolean.withDefault(true),
  after: cursor,
  before: cursor,
  call: parseAsString,
  view: parseAsStringLiteral(['calls', 'rejected'] as const).withDefault('calls'),
}

const TYPING_PAUSE_MS = 400
const FIRST_PAGE = { after: null, before: null }

/**
 * What is asked of a tenant's calls, kept in the address: the days (today, in the tenant's zone, unless it names
 * others), the filters, the order, the page, the call that is open, and which of the page's views is shown. A change
 * takes the reader to the first page, and can be undone by going back.
 */
export function useCallQuery(zone: string) {
  const [values, setValues] = useWholeAddress(PARAMETERS, {
    urlKeys: { descending: 'desc' },
    history: 'push',
  })
  const today = todayIn(zone)
  const query: CallQuery = useMemo(() => {
    const { from, until, call: _call, view: _view, ...rest } = values
    return { ...rest, span: spanFrom(from, until, today), before: rest.after ? null : rest.before }
  }, [values, today])

  return {
    query,
    today,
    call: values.call,
    view: values.view,
    change: (changes: Partial<Omit<CallQuery, 'span' | 'after' | 'before'>>) =>
      setValues({ ...changes, ...FIRST_PAGE }),
    /** For what is typed: reaches the address when typing pauses, as one step of the history. */
    type: (changes: Partial<Pick<CallFilters, 'number' | 'extension' | 'minTalk'>>) =>
      setValues(
        { ...changes, ...FIRST_PAGE },
        { history: 'replace', limitUrlUpdates: debounce(TYPING_PAUSE_MS) },
      ),
    chooseDays: ({ from, until }: DaySpan) => setValues({ from, until, ...FIRST_PAGE }),
    clear: () => setValues({ ...NO_FILTERS, ...FIRST_PAGE }),
    turnTo: (page: Pick<CallQuery, 'after'> | Pick<CallQuery, 'before'>) =>
      setValues({ ...FIRST_PAGE, ...page }, { scroll: true }),
    open: (call: string | null) => setValues({ call }),
    show: (view: 'calls' | 'rejected') => setValues({ view }),
  }
}
