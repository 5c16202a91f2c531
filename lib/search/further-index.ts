import { formatMac } from '../validation/mac.ts'
import { type SearchHit, type SearchRows, serviceHit, stockHit } from './hits.ts'
import { SearchIndex } from './search-index.ts'

/**
 * What can be searched besides the kinds of specification section 3: services and stock. They have an index of their own
 * and stand below companies, tenants and opportunities, whose ranking and number they leave alone.
 */
export class FurtherIndex {
  readonly #index = new SearchIndex()
  readonly #byMac = new Map<string, SearchHit>()

  /** Adds rows. A row whose id is known is ignored. */
  load({ services = [], inventory = [] }: SearchRows): void {
    const stock = inventory.map(stockHit)
    this.#index.append(services.map(serviceHit), stock)
    inventory.forEach(({ mac }, at) => {
      const hit = stock[at]
      if (mac && hit) this.#byMac.set(mac, hit)
    })
  }

  /**
   * The best hits for a term, at most `limit`. A whole MAC address, in any form, finds the item that has it and no other:
   * those of phones from one box differ by a digit or two.
   */
  search(term: string, limit: number): SearchHit[] {
    const mac = formatMac(term)
    if (!mac) return this.#index.search(term, 'content', limit)
    const held = this.#byMac.get(mac)
    return held ? [held] : []
  }
}
