import { ChevronDown, Download, Plus, Upload } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { Button } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import { PageHeader } from '@/components/ui/page-header'
import { TenantContext } from '@/hooks/use-tenant'
import { formatCount } from '@/lib/lists/page'
import type { Resource } from '@/lib/records/resource'

export interface ResourceHeaderProps {
  resource: Resource
  /** How many the filters leave; undefined until counted. */
  count: number | undefined
  onCreate: (() => void) | undefined
  /** With what the file holds: the records, or parts of theirs. */
  onImport: ((file: Resource) => void) | undefined
  onExport: ((file: Resource) => void) | undefined
  exporting: boolean
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
  actions,
}: ResourceHeaderProps) {
  const tenant = useContext(TenantContext)
  const title = resource.title ?? resource.plural.charAt(0).toUpperCase() + resource.plural.slice(1)
  const buttons = (
    <>
      {onExport ? (
        <FileButton
          label="Export"
          icon={<Download aria-hidden size={14} />}
          loading={exporting}
          resource={resource}
          onSelect={onExport}
        />
      ) : null}
      {onImport ? (
        <FileButton
          label="Import"
          icon={<Upload aria-hidden size={14} />}
          resource={resource}
          onSelect={onImport}
        />
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

/** A button for files; where the records have parts that stand in files of their own, it asks which. */
function FileButton({
  label,
  icon,
  loading = false,
  resource,
  onSelect,
}: {
  label: string
  icon: ReactNode
  loading?: boolean
  resource: Resource
  onSelect: (file: Resource) => void
}) {
  const parts = (resource.children ?? []).flatMap(({ file }) => file ?? [])
  if (parts.length === 0) {
    return (
      <Button icon={icon} loading={loading} onClick={() => onSelect(resource)}>
        {label}
      </Button>
    )
  }
  return (
    <Menu
      trigger={
        <Button icon={icon} loading={loading} className="w-full">
          {label}
          <ChevronDown aria-hidden size={14} />
        </Button>
      }
      entries={[resource, ...parts].map((file) => ({
        kind: 'action',
        label: file.plural.charAt(0).toUpperCase() + file.plural.slice(1),
        onSelect: () => onSelect(file),
      }))}
    />
  )
}
