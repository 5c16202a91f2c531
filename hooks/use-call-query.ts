import { parseAsBoolean, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs'
import { useMemo } from 'react'
import { CALL_SORTS, type CallQuery, NO_FILTERS, NUMBER_MATCHES } from '@/lib/cdr/call-query'
import { CALL_DIRECTIONS, CALL_STATUSES } from '@/lib/cdr/call-record'
import { todayIn } from '@/lib/dates/day'
import { type DaySpan, spanFrom } from '@/lib/dates/span'
import { useAllQueryStates } from './use-all-query-states'
import { listChanges, PAGE_PARAMETERS } from './use-list'

const PARAMETERS = {
  from: parseAsString,
  until: parseAsString,
  number: parseAsString.withDefault(''),
  match: parseAsStringLiteral(NUMBER_MATCHES).withDefault('start'),
  extension: parseAsString.withDefault(''),
  accountCode: parseAsString.withDefault(''),
  direction: parseAsStringLiteral(CALL_DIRECTIONS),
  status: parseAsStringLiteral(CALL_STATUSES),
  cause: parseAsString,
  hour: parseAsInteger,
  minTalk: parseAsInteger,
  recorded: parseAsBoolean.withDefault(false),
  sort: parseAsStringLiteral(CALL_SORTS).withDefault('start'),
  descending: parseAsBoolean.withDefault(true),
  ...PAGE_PARAMETERS,
  call: parseAsString,
  view: parseAsStringLiteral(['calls', 'rejected'] as const).withDefault('calls'),
}

/**
 * The query of a tenant's call list, kept in the address: date range (today in the tenant's zone by default), filters, order, page,
 * open call and view. Back undoes a change.
 */
export function useCallQuery(zone: string) {
  const [values, setValues] = useAllQueryStates(PARAMETERS, {
    urlKeys: { descending: 'desc' },
    history: 'push',
  })
  const today = todayIn(zone)
  const query: CallQuery = useMemo(() => {
    const { from, until, call: _call, view: _view, ...rest } = values
    return { ...rest, span: spanFrom(from, until, today), before: rest.after ? null : rest.before }
  }, [values, today])

  const changes = listChanges<Partial<Omit<CallQuery, 'span' | 'after' | 'before'> & DaySpan>>(setValues)

  return {
    query,
    today,
    call: values.call,
    view: values.view,
    change: changes.change,
    type: changes.type,
    chooseDays: ({ from, until }: DaySpan) => changes.change({ from, until }),
    clear: () => changes.change(NO_FILTERS),
    turnTo: changes.turnTo,
    /** As for records, closing replaces the open call's address. */
    open: (call: string | null) => setValues({ call }, { history: call ? 'push' : 'replace' }),
    show: (view: 'calls' | 'rejected') => setValues({ view }),
  }
}
