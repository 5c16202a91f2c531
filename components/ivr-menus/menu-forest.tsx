import { Loaded } from '@/components/common/loaded'
import { Card } from '@/components/ui/card'
import { useRouting } from '@/hooks/use-routing'
import { menuForest } from '@/lib/telephony/ivr-tree'
import { MenuTree } from './menu-tree'

/** All of a tenant's menus as trees; the roots are menus that no other leads to. */
export function MenuForest() {
  return (
    // The empty list below speaks for itself.
    <Loaded query={useRouting()} empty={null}>
      {(routing) => (
        <ul className="flex flex-col gap-3 empty:hidden">
          {menuForest(routing).map((tree) => (
            <li key={tree.key}>
              <Card>
                <MenuTree tree={tree} />
              </Card>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}
