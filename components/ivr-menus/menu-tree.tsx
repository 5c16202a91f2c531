import { Clock, CornerDownRight, ListTree, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { useDestinations } from '@/hooks/use-destinations'
import type { TreeBranch, TreeNode } from '@/lib/telephony/ivr-tree'

const PROBLEMS: Record<NonNullable<TreeNode['problem'] | TreeBranch['problem']>, string> = {
  'no-options': 'No options yet',
  'no-way-out': 'No way out',
  unavailable: 'Unavailable',
  'hangs-up': 'Hangs up',
}

/** A menu with everything it leads to, as nested lists; loops and dead ends are marked. */
export function MenuTree({ tree }: { tree: TreeNode }) {
  return (
    <div className="min-w-0">
      <NodeLine node={tree} />
      <Branches branches={tree.branches} />
    </div>
  )
}

function Branches({ branches }: { branches: readonly TreeBranch[] }) {
  if (branches.length === 0) return null
  return (
    <ul className="ml-2 border-l border-border pl-3 sm:ml-3 sm:pl-4">
      {branches.map((branch) => (
        <li key={branch.key} className="min-w-0 pt-1.5">
          <div
            className={cn(
              'flex flex-wrap items-center gap-x-2 gap-y-0.5',
              !branch.enabled && 'text-text-muted',
            )}
          >
            <BranchLabel branch={branch} />
            {branch.node ? (
              <NodeLine node={branch.node} />
            ) : branch.destination ? (
              <DestinationName id={branch.destination.id} />
            ) : null}
            {branch.problem ? (
              <Badge tone={branch.problem === 'unavailable' ? 'danger' : 'warning'}>
                {PROBLEMS[branch.problem]}
              </Badge>
            ) : null}
            {branch.enabled ? null : <Badge>Off</Badge>}
            {branch.description ? (
              <span className="text-sm text-text-muted">{branch.description}</span>
            ) : null}
          </div>
          {branch.node ? <Branches branches={branch.node.branches} /> : null}
        </li>
      ))}
    </ul>
  )
}

function DestinationName({ id }: { id: string }) {
  return <span>{useDestinations([id]).labelOf(id)}</span>
}

function BranchLabel({ branch: { kind, label } }: { branch: TreeBranch }) {
  if (kind !== 'option') return <span className="text-sm font-medium text-text-muted">{label}</span>
  return (
    <kbd className="inline-grid h-6 min-w-6 place-items-center rounded-md border border-border-control bg-surface-sunken px-1.5 font-mono text-sm font-medium">
      {label}
    </kbd>
  )
}

function NodeLine({ node }: { node: TreeNode }) {
  const Icon = node.kind === 'ivr_menus' ? ListTree : Clock
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
      <span className="inline-flex min-w-0 items-center gap-1.5 font-medium">
        <Icon aria-hidden size={14} className="shrink-0 text-text-muted" />
        {node.number} {node.name}
      </span>
      {shown(node)}
      {node.problem ? <Badge tone="danger">{PROBLEMS[node.problem]}</Badge> : null}
    </span>
  )
}

function shown({ shows }: TreeNode): ReactNode {
  if (shows === 'cycle') {
    return (
      <Badge tone="info" icon={<RotateCcw aria-hidden size={12} />}>
        Leads back
      </Badge>
    )
  }
  return shows === 'elsewhere' ? (
    <Badge icon={<CornerDownRight aria-hidden size={12} />}>Shown above</Badge>
  ) : null
}
