import { Download, Plus, Upload } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { TenantContext } from '@/hooks/use-tenant'
import { formatCount } from '@/lib/resources/record-list'
import type { Resource } from '@/lib/resources/resource'

export interface ResourceHeaderProps {
  resource: Resource
  /** How many the filters leave; undefined until counted. */
  count: number | undefined
  onCreate: (() => void) | undefined
  onImport: (() => void) | undefined
  onExport: (() => void) | undefined
  exporting: boolean
  /** Whether the labels that a file holds are known. */
  ready: boolean
  actions: ReactNode
}

/** The heading of a list, the page's first only where no tenant's name stands above it. */
export function ResourceHeader({
  resource,
  count,
  onCreate,
  onImport,
  onExport,
  exporting,
  ready,
  actions,
}: ResourceHeaderProps) {
  const tenant = useContext(TenantContext)
  const title = resource.title ?? resource.plural.charAt(0).toUpperCase() + resource.plural.slice(1)
  const buttons = (
    <>
      {onExport ? (
        <Button
          icon={<Download aria-hidden size={14} />}
          loading={exporting}
          disabled={!ready}
          onClick={onExport}
        >
          Export
        </Button>
      ) : null}
      {onImport ? (
        <Button icon={<Upload aria-hidden size={14} />} disabled={!ready} onClick={onImport}>
          Import
        </Button>
      ) : null}
      {actions}
      {onCreate ? (
        <Button variant="primary" icon={<Plus aria-hidden size={14} />} onClick={onCreate}>
          New {resource.noun}
        </Button>
      ) : null}
    </>
  )
  if (!tenant) return <PageHeader title={title} description={resource.description} actions={buttons} />
  return (
    <header className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <div className="flex items-baseline gap-2">
          <h2 className="text-xl font-semibold">{title}</h2>
          {count === undefined ? null : (
            <span className="numeric text-base text-text-muted">{formatCount(count)}</span>
          )}
        </div>
        {resource.description ? <p className="text-sm text-text-muted">{resource.description}</p> : null}
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">{buttons}</div>
    </header>
  )
}
