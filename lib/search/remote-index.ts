import { halfWidth } from '../half-width.ts'
import { formatMac } from '../validation/mac.ts'
import { type SearchHit, type SearchRows, serviceHit, stockHit } from './hits.ts'
import { SearchIndex } from './search-index.ts'

/**
 * Search over services and stock, which the specification's section 3 does not list. They have their own index and are listed after
 * companies, tenants and opportunities, without affecting the ranking or number of those.
 */
export class RemoteIndex {
  readonly #index = new SearchIndex()
  readonly #byMac = new Map<string, SearchHit>()

  /** Adds rows. Rows with a known id are ignored. */
  load({ services = [], inventory = [] }: SearchRows): void {
    const stock = inventory.map(stockHit)
    this.#index.append(services.map(serviceHit), stock)
    inventory.forEach(({ mac }, at) => {
      const hit = stock[at]
      if (mac && hit) this.#byMac.set(mac, hit)
    })
  }

  /**
   * The best hits for a term, at most `limit`. A complete MAC address, in any format, finds only the item that has it, because
   * addresses of phones from one box differ by a digit or two.
   */
  search(term: string, limit: number): SearchHit[] {
    const mac = formatMac(halfWidth(term))
    if (!mac) return this.#index.search(term, 'content', limit)
    const held = this.#byMac.get(mac)
    return held ? [held] : []
  }
}
