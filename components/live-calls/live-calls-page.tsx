import { parseAsString, parseAsStringLiteral } from 'nuqs'
import { ListFilters } from '@/components/common/list-filters'
import { PageHeader } from '@/components/ui/page-header'
import { Stat } from '@/components/ui/stat'
import { useAllQueryStates } from '@/hooks/use-all-query-states'
import { useLiveCalls } from '@/hooks/use-live-calls'
import { formatFigure } from '@/lib/figures'
import type { LiveCall } from '@/lib/live/live-calls'
import { LIVE_CALLS } from '@/lib/supabase/constraints'
import { TENANTS_PATH } from '@/lib/tenants/paths'
import { hasWords } from '@/lib/unaccented'
import { STATES } from './call-state'
import { LiveCallList } from './live-call-list'
import { OutdatedNotice } from './outdated-notice'

const PARAMETERS = {
  q: parseAsString.withDefault(''),
  state: parseAsStringLiteral(LIVE_CALLS.state.choices),
  tenant: parseAsString,
}
const NO_FILTER = { q: '', state: null, tenant: null }

/** The live calls of all tenants. */
export function LiveCallsPage() {
  const [query, setQuery] = useAllQueryStates(PARAMETERS, { history: 'replace' })
  const live = useLiveCalls(null)
  const { calls } = live
  const shown = calls?.filter((call) => matches(call, query))
  const tenants = tenantsOf(calls ?? [], query.tenant)
  const filtered = query.q.trim() !== '' || query.state !== null || query.tenant !== null
  const clear = () => setQuery(NO_FILTER)
  const count = (...states: LiveCall['state'][]) =>
    calls && formatFigure(calls.filter(({ state }) => states.includes(state)).length)

  return (
    <>
      <PageHeader
        breadcrumbs={[{ label: 'Tenants', href: TENANTS_PATH }]}
        title="Calls now"
        description="Calls in progress at all tenants."
      />
      <OutdatedNotice reportedAt={live.reportedAt} />
      <div className="mb-4 grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Stat label="Calls" figure={calls && formatFigure(calls.length)} />
        <Stat label="Talking" figure={count('talking', 'conference')} />
        <Stat label="Ringing" figure={count('ringing')} />
        <Stat label="Waiting in queues" figure={count('waiting')} />
      </div>
      <ListFilters
        label="Search calls"
        placeholder="Number or name"
        search={query.q}
        onSearch={(q) => setQuery({ q })}
        filters={[
          {
            label: 'State',
            options: LIVE_CALLS.state.choices.map((state) => ({ value: state, label: STATES[state].label })),
            value: query.state,
            onChange: (value) =>
              setQuery({ state: LIVE_CALLS.state.choices.find((state) => state === value) ?? null }),
          },
          {
            label: 'Tenant',
            options: tenants,
            value: query.tenant,
            onChange: (tenant) => setQuery({ tenant: tenant || null }),
            wide: true,
          },
        ]}
        onClear={filtered ? clear : undefined}
      />
      <LiveCallList live={live} shown={shown} ofAll filtered={filtered} onClear={clear} />
    </>
  )
}

interface Asked {
  q: string
  state: LiveCall['state'] | null
  tenant: string | null
}

function matches(call: LiveCall, { q, state, tenant }: Asked): boolean {
  if ((state && call.state !== state) || (tenant && call.tenant_id !== tenant)) return false
  const digits = q.trim().replace(/[\s().-]/g, '')
  const numbers = [call.caller_number, call.called_number, call.other_number ?? '']
  const names = [call.caller_name, call.other_name, call.tenant, call.queue].filter(Boolean)
  return (
    numbers.some((number) => digits !== '' && number.includes(digits)) ||
    hasWords([...names, ...numbers].join(' '), q)
  )
}

/** The tenants of the calls, and the one filtered by, which may have none at present. */
function tenantsOf(calls: readonly LiveCall[], chosen: string | null): { value: string; label: string }[] {
  const names = new Map(calls.map(({ tenant_id, tenant }) => [tenant_id, tenant ?? '']))
  if (chosen && !names.has(chosen)) names.set(chosen, 'One tenant')
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'))
}
