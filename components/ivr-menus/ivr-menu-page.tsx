import { ListTree } from 'lucide-react'
import dynamic from 'next/dynamic'
import { parseAsBoolean, useQueryState } from 'nuqs'
import { ResourcePage } from '@/components/records/resource-page'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { latePart } from '@/components/ui/late-code'
import { Skeleton } from '@/components/ui/skeleton'
import { prefetchRecords } from '@/hooks/use-record-query'
import { ivrMenu } from '@/lib/resources/ivr-menu'

const MenuSections = dynamic(() => import('./menu-sections').then((module) => module.MenuSections), {
  loading: latePart(<Skeleton className="h-32 w-full" />),
})
// The browser does not have it yet when it hydrates the page.
const MenuForest = dynamic(() => import('./menu-forest').then((module) => module.MenuForest), {
  ssr: false,
  loading: latePart(<Skeleton className="h-32 w-full" />),
})

/** Additional columns of the list. */
interface Summary {
  option_count: number
  parents: readonly { id: string; number: string; name: string }[]
}
const listed = (row: unknown) => row as Summary

/** A tenant's IVR menus, as a list and as trees. */
export function IvrMenuPage() {
  const [tree, setTree] = useQueryState(
    'tree',
    parseAsBoolean.withDefault(false).withOptions({ history: 'push' }),
  )
  return (
    <ResourcePage
      resource={ivrMenu}
      sections={MenuSections}
      editorSize="xl"
      cells={{
        parents: (row) => parentsOf(listed(row)),
        option_count: (row) => <OptionCount {...listed(row)} directDial={row.direct_dial} />,
        exit_destination_id: (row) =>
          row.exit_destination_id ? undefined : <span className="text-text-muted">Hang up</span>,
      }}
      actions={
        <Button
          icon={ListTree}
          iconSize={16}
          aria-expanded={tree}
          onClick={() => void setTree(tree ? null : true)}
        >
          Tree
        </Button>
      }
      above={
        tree ? (
          <section aria-label="Tree of the menus" className="mb-4">
            <MenuForest />
          </section>
        ) : null
      }
      emptyText="An IVR menu greets callers and sends them on by the digits they press."
    />
  )
}
IvrMenuPage.ahead = prefetchRecords(ivrMenu)

function parentsOf({ parents }: Summary) {
  if (parents.length === 0) return <span className="text-text-muted">None</span>
  return parents.map(({ number, name }) => `${number} ${name}`).join(', ')
}

function OptionCount({ option_count: count, directDial }: Summary & { directDial: boolean }) {
  if (count > 0) return <>{count}</>
  return directDial ? <>0</> : <Badge tone="warning">No options yet</Badge>
}
