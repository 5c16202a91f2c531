import type { CompanyEntry, OpportunityEntry, ServiceEntry, StockEntry } from '@/lib/search/hits'
import { currentUser, subscribeToUser } from '@/lib/session/session-store'
import { getSupabase } from '@/lib/supabase/browser-client'
import type { Tables } from '@/lib/supabase/database.types'
import { openInsertChannel } from './insert-channel'
import { LiveList } from './live-list'
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

/** The lists a user has loaded in this session, kept current by live inserts, and the search over them. */
export interface SessionLists {
  companies: LiveList<Company>
  opportunities: LiveList<Opportunity>
  services: LiveList<Service>
  inventory: LiveList<InventoryItem>
  search: SearchFeed
  /** Starts the live inserts; the first call opens the channel. */
  follow: () => void
  /**
   * Calls back whenever a company, or an opportunity of any stage, was pushed or may have been missed; returns a function that
   * stops it.
   */
  onInsert: (listener: () => void) => () => void
  close: () => void
}

let current: { userId: string; lists: SessionLists } | undefined

/**
 * The signed-in user's lists, created on the first call; nothing is read before a list's `load`. They are dropped as soon as
 * someone else, or nobody, is signed in.
 */
export function sessionLists(userId: string): SessionLists {
  if (current?.userId === userId) return current.lists
  current?.lists.close()
  const mine = { userId, lists: createSessionLists() }
  current = mine
  const unsubscribe = subscribeToUser(() => {
    if (currentUser()?.id === userId) return
    unsubscribe()
    mine.lists.close()
    if (current === mine) current = undefined
  })
  return mine.lists
}

function createSessionLists(): SessionLists {
  const companies = new LiveList<Company>(companySource, {
    appended: (rows) => search.append({ companies: rows.map(companyEntry) }),
    prepended: (rows) => search.prepend({ companies: rows.map(companyEntry) }),
  })
  const opportunities = new LiveList<Opportunity>(opportunitySource, {
    appended: (rows) => search.append({ opportunities: rows.map(opportunityEntry) }),
    prepended: (rows) => search.prepend({ opportunities: rows.map(opportunityEntry) }),
  })
  const services = new LiveList<Service>(serviceSource, {
    appended: (rows) => search.append({ services: rows.map(serviceEntry) }),
    prepended: (rows) => search.prepend({ services: rows.map(serviceEntry) }),
  })
  const inventory = new LiveList<InventoryItem>(inventorySource, {
    appended: (rows) => search.append({ inventory: rows.map(stockEntry) }),
    prepended: (rows) => search.prepend({ inventory: rows.map(stockEntry) }),
  })
  const search = new SearchFeed(() => ({
    companies: companies.state().rows.map(companyEntry),
    opportunities: opportunities.state().rows.map(opportunityEntry),
    services: services.state().rows.map(serviceEntry),
    inventory: inventory.state().rows.map(stockEntry),
  }))

  /** A pushed row does not carry its company's name. */
  async function insertOpportunity(row: Tables<'opportunities'>) {
    if (row.status !== LOADED_STATUS) return
    const company = companies.get(row.company_id)
    if (company) return opportunities.insert([{ ...row, company: { name: company.name } }])
    try {
      const lead = await readLead(row.id)
      if (lead) opportunities.insert([lead])
    } catch (error) {
      console.error(error)
      opportunities.catchUp()
    }
  }

  const insertListeners = new Set<() => void>()
  function tellOfInsert() {
    for (const listener of insertListeners) listener()
  }

  let leave: Promise<() => void> | undefined
  return {
    companies,
    opportunities,
    services,
    inventory,
    search,
    follow() {
      leave ??= getSupabase().then((supabase) =>
        openInsertChannel(supabase, {
          company(row) {
            companies.insert([row])
            tellOfInsert()
          },
          opportunity(row) {
            void insertOpportunity(row)
            tellOfInsert()
          },
          joined() {
            companies.catchUp()
            opportunities.catchUp()
            tellOfInsert()
          },
        }),
      )
      leave.catch((error: unknown) => {
        leave = undefined
        console.error(error)
      })
    },
    onInsert(listener) {
      insertListeners.add(listener)
      return () => insertListeners.delete(listener)
    },
    close() {
      insertListeners.clear()
      companies.close()
      opportunities.close()
      services.close()
      inventory.close()
      search.close()
      leave?.then((leaveChannel) => leaveChannel()).catch(() => undefined)
    },
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
