import { ResourcePage } from '@/components/records/resource-page'
import { coverage } from '@/lib/resources/coverage'

/** Where carriers take numbers from. */
export function CoverageList() {
  return (
    <ResourcePage
      resource={coverage}
      emptyText="Import a carrier’s coverage list. Port availability is judged by it when no provider can be asked."
    />
  )
}
