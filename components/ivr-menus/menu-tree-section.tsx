import { failureOf } from '@/components/common/loaded'
import { Skeleton } from '@/components/ui/skeleton'
import { useRouting } from '@/hooks/use-routing'
import { menuTree } from '@/lib/telephony/ivr-tree'
import type { RoutingIvrMenu, TenantRouting } from '@/lib/telephony/tenant-routing'
import { MenuTree } from './menu-tree'

/** The tree of a menu as it stands in the form, among the stored ones. */
export function MenuTreeSection({ menu }: { menu: RoutingIvrMenu }) {
  const query = useRouting()
  const routing = query.data
  if (query.error && !routing) return failureOf(query)
  const tree = routing && menuTree(withMenu(routing, menu), menu.id)
  return (
    <section aria-label="Where callers end up" className="flex min-w-0 flex-col gap-2">
      <h3 className="text-base font-semibold">Where callers end up</h3>
      {tree ? <MenuTree tree={tree} /> : <Skeleton className="h-24 w-full" />}
    </section>
  )
}

/** The routing as it will be once the menu is saved. */
function withMenu(routing: TenantRouting, menu: RoutingIvrMenu): TenantRouting {
  const { id, number, name, enabled } = menu
  return {
    ...routing,
    ivr_menus: [...routing.ivr_menus.filter((other) => other.id !== id), menu],
    destinations: [
      ...routing.destinations.filter((other) => other.id !== id),
      { id, kind: 'ivr_menus', record_id: id, number, name, enabled },
    ],
  }
}
