import type { CompanyEntry, OpportunityEntry, ServiceEntry, StockEntry } from '@/lib/search/hits'
import { currentUser, subscribeToUser } from '@/lib/session/session-store'
import { getSupabase } from '@/lib/supabase/browser-client'
import type { Tables } from '@/lib/supabase/database.types'
import { openChangeChannel, type RowChange } from './change-channel'
import { haveChanged, READ_BEFORE_S } from './followed'
import { LiveList } from './live-list'
import type { ListedRow } from './row-list'
import { SearchFeed } from './search-feed'
import {
  type Company,
  companySource,
  type InventoryItem,
  inventorySource,
  LOADED_STATUS,
  type Opportunity,
  opportunitySource,
  readLead,
  type Service,
  serviceSource,
} from './sources'

/** The lists a user has loaded in this session, kept current by push, and the search over them. */
export interface SessionLists {
  companies: LiveList<Company>
  opportunities: LiveList<Opportunity>
  services: LiveList<Service>
  inventory: LiveList<InventoryItem>
  search: SearchFeed
  /** Starts the push; the first call opens the channel. */
  follow: () => void
  /**
   * Calls back whenever a company or an opportunity of any stage was added, changed or removed, or such a change may have been
   * missed; at once if that was just before, since what the listener shows may have been read earlier. Returns a function that
   * unsubscribes.
   */
  onChange: (listener: () => void) => () => void
  close: () => void
}

/** An import is pushed row by row, and each change of a list takes milliseconds from whoever types: changes are taken together. */
const COLLECT_MS = 250

/** Services and stock are not pushed: search finds them as they were when loaded. */
const notPushed = { updated() {}, removed() {} }

let current: { userId: string; rights: string; lists: SessionLists; drop: () => void } | undefined

/**
 * The signed-in user's lists, created on the first call; nothing is read before a list's `load`. They are dropped as soon as
 * someone else, or nobody, is signed in, or the user's rights are others: they have rows that the user may no longer see, or lack
 * some. `rights` tells one set of rights from another.
 */
export function sessionLists(userId: string, rights: string): SessionLists {
  if (current?.userId === userId && current.rights === rights) return current.lists
  current?.drop()
  const lists = createSessionLists()
  const unsubscribe = subscribeToUser(() => {
    if (currentUser()?.id !== userId) drop()
  })
  function drop() {
    unsubscribe()
    lists.close()
    current = undefined
  }
  current = { userId, rights, lists, drop }
  return lists
}

function createSessionLists(): SessionLists {
  const companies = new LiveList<Company>(companySource, {
    appended: (rows) => search.append({ companies: rows.map(companyEntry) }),
    prepended: (rows) => search.prepend({ companies: rows.map(companyEntry) }),
    updated(rows) {
      search.update({ companies: rows.map(companyEntry) })
      renameCompanies(rows)
    },
    removed: (ids) => search.remove(ids),
  })
  const opportunities = new LiveList<Opportunity>(opportunitySource, {
    appended: (rows) => search.append({ opportunities: rows.map(opportunityEntry) }),
    prepended: (rows) => search.prepend({ opportunities: rows.map(opportunityEntry) }),
    updated: (rows) => search.update({ opportunities: rows.map(opportunityEntry) }),
    removed: (ids) => search.remove(ids),
  })
  const services = new LiveList<Service>(serviceSource, {
    ...notPushed,
    appended: (rows) => search.append({ services: rows.map(serviceEntry) }),
    prepended: (rows) => search.prepend({ services: rows.map(serviceEntry) }),
  })
  const inventory = new LiveList<InventoryItem>(inventorySource, {
    ...notPushed,
    appended: (rows) => search.append({ inventory: rows.map(stockEntry) }),
    prepended: (rows) => search.prepend({ inventory: rows.map(stockEntry) }),
  })
  const search = new SearchFeed(() => ({
    companies: companies.state().rows.map(companyEntry),
    opportunities: opportunities.state().rows.map(opportunityEntry),
    services: services.state().rows.map(serviceEntry),
    inventory: inventory.state().rows.map(stockEntry),
  }))

  /** Leads are also found by their company's name. */
  function renameCompanies(changed: readonly Company[]) {
    const names = new Map(changed.map(({ id, name }) => [id, name]))
    const leads = opportunities.state().rows.flatMap((lead) => {
      const name = names.get(lead.company_id)
      return name === undefined || name === lead.company?.name ? [] : { ...lead, company: { name } }
    })
    if (leads.length > 0) opportunities.update(leads)
  }

  const push = pushedChanges(companies, opportunities)
  return {
    companies,
    opportunities,
    services,
    inventory,
    search,
    follow: push.follow,
    onChange: push.onChange,
    close() {
      push.close()
      for (const list of [companies, opportunities, services, inventory]) list.close()
      search.close()
    },
  }
}

/** Keeps both lists current with what the server pushes, and tells listeners of each change. */
function pushedChanges(
  companies: LiveList<Company>,
  opportunities: LiveList<Opportunity>,
): Pick<SessionLists, 'follow' | 'onChange' | 'close'> {
  const listeners = new Set<() => void>()
  let lastTold = -Infinity
  function tellOfChange() {
    lastTold = performance.now()
    for (const listener of listeners) listener()
  }

  let pushed:
    | { companies: RowChange<Company>[]; opportunities: RowChange<Tables<'opportunities'>>[] }
    | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  function collect() {
    if (pushed) return pushed
    timer = setTimeout(takeAll, COLLECT_MS)
    return (pushed = { companies: [], opportunities: [] })
  }

  function takeAll() {
    const taken = pushed
    pushed = undefined
    if (!taken) return
    apply(companies, taken.companies)
    apply(opportunities, taken.opportunities.flatMap(leadChange))
  }

  /** A pushed row does not carry its company's name: it is read if the company is not in the list. */
  function leadChange(change: RowChange<Tables<'opportunities'>>): RowChange<Opportunity>[] {
    if (change.kind === 'delete') return [change]
    const { row, kind } = change
    if (row.status !== LOADED_STATUS) return [{ kind: 'delete', id: row.id }]
    const company = companies.get(row.company_id)
    if (company) return [{ kind, row: { ...row, company: { name: company.name } } }]
    void takeLead(row.id, kind)
    return []
  }

  async function takeLead(id: string, kind: 'insert' | 'update') {
    try {
      const lead = await readLead(id)
      if (lead) opportunities[kind]([lead])
    } catch (error) {
      console.error(error)
      opportunities.catchUp()
    }
  }

  let leave: Promise<() => void> | undefined
  let asked: number | undefined
  let wasFollowing = false
  return {
    follow() {
      asked ??= performance.now()
      const since = asked
      leave ??= getSupabase().then((supabase) =>
        openChangeChannel(supabase, {
          company(change) {
            collect().companies.push(change)
            tellOfChange()
          },
          opportunity(change) {
            collect().opportunities.push(change)
            tellOfChange()
          },
          async followed() {
            companies.catchUp()
            opportunities.catchUp()
            const hasGap = wasFollowing
            wasFollowing = true
            if (hasGap || (await haveChanged(supabase, ['companies', 'opportunities'], null, since)))
              tellOfChange()
          },
        }),
      )
      leave.catch((error: unknown) => {
        leave = undefined
        console.error(error)
      })
    },
    onChange(listener) {
      listeners.add(listener)
      if (performance.now() - lastTold < READ_BEFORE_S * 1000) listener()
      return () => listeners.delete(listener)
    },
    close() {
      clearTimeout(timer)
      listeners.clear()
      leave?.then((leaveChannel) => leaveChannel()).catch(() => undefined)
    },
  }
}

/** Applies changes in their order, those of one kind that follow each other at once. */
function apply<Row extends ListedRow>(list: LiveList<Row>, changes: readonly RowChange<Row>[]) {
  for (let first = 0, next; first < changes.length; first = next) {
    const kind = changes[first]?.kind
    next = changes.findIndex((change, index) => index > first && change.kind !== kind)
    if (next < 0) next = changes.length
    const run = changes.slice(first, next)
    if (kind === 'delete') list.remove(run.flatMap((change) => (change.kind === 'delete' ? change.id : [])))
    else if (kind) list[kind](run.flatMap((change) => (change.kind === 'delete' ? [] : change.row)))
  }
}

function companyEntry({ id, name, type, domain_uuid, tenant_code }: Company): CompanyEntry {
  return { id, name, type, domain_uuid, tenant_code }
}

function opportunityEntry({ id, name, company }: Opportunity): OpportunityEntry {
  return { id, name, company_name: company?.name ?? '' }
}

function serviceEntry({ id, name }: Service): ServiceEntry {
  return { id, name }
}

function stockEntry({ id, name, model, mac }: InventoryItem): StockEntry {
  return { id, name, model, mac }
}
