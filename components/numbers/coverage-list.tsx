import { ResourcePage } from '@/components/records/resource-page'
import { coverage } from '@/lib/resources/coverage'

export function CoverageList() {
  return (
    <ResourcePage
      resource={coverage}
      emptyText="Import a carrier’s coverage list. Port availability uses it when no provider can be asked."
    />
  )
}
