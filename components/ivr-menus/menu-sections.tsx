import { useWatch } from 'react-hook-form'
import { failureOf } from '@/components/common/loaded'
import type { EditorProps } from '@/components/records/record-form'
import { Skeleton } from '@/components/ui/skeleton'
import { useRouting } from '@/hooks/use-routing'
import type { TypedOption } from '@/lib/resources/ivr-menu-option'
import { menuTree } from '@/lib/telephony/ivr-tree'
import type { RoutingIvrMenu, TenantRouting } from '@/lib/telephony/tenant-routing'
import { MenuOptions } from './menu-options'
import { MenuTree } from './menu-tree'

/** Below a menu's fields: its options, and the resulting tree. */
export function MenuSections({ mayEdit, recordId }: EditorProps) {
  const values = useWatch() as Omit<RoutingIvrMenu, 'id' | 'options'> & { ivr_menu_options: TypedOption[] }
  const options = values.ivr_menu_options.flatMap(({ destination_id, ...option }) =>
    destination_id ? [{ ...option, destination_id }] : [],
  )
  return (
    <>
      <MenuOptions mayEdit={mayEdit} />
      <MenuTreeSection menu={{ ...values, id: recordId, options }} />
    </>
  )
}

/** The tree of the menu in the form, combined with the stored ones. */
function MenuTreeSection({ menu }: { menu: RoutingIvrMenu }) {
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

/** The routing as it will be after saving the menu. */
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
