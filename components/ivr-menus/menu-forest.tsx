import { Loaded } from '@/components/common/loaded'
import { Card } from '@/components/ui/card'
import { useRouting } from '@/hooks/use-routing'
import { menuForest } from '@/lib/telephony/ivr-tree'
import { MenuTree } from './menu-tree'

/** All of a tenant's menus as trees, those that no other leads to at the roots. */
export function MenuForest() {
  return (
    // An empty list says so itself, below.
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
