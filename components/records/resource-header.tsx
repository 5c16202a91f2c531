import { ChevronDown, Download, Plus, Upload } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import { PageHeader } from '@/components/ui/page-header'
import { refreshNothing, useAction } from '@/hooks/use-write'
import { formatCount } from '@/lib/lists/page'
import type { RecordQuery, RecordSource } from '@/lib/records/record-list'
import type { Resource } from '@/lib/records/resource'
import { sentenceCase } from '@/lib/records/words'

const ImportDialog = dynamic(() => import('./import-dialog').then((module) => module.ImportDialog))

export interface ResourceHeaderProps {
  resource: Resource
  source: RecordSource
  query: RecordQuery
  /** How many the filters leave; undefined until counted. */
  count: number | undefined
  mayImport: boolean
  mayExport: boolean
  onCreate: (() => void) | undefined
  actions: ReactNode
}

/** The heading of a list: the page's first, or below the tenant's name. */
export function ResourceHeader(props: ResourceHeaderProps) {
  const { resource, source, query, count, mayImport, mayExport, onCreate, actions } = props
  const { tenantId } = source
  const [importing, setImporting] = useState<Resource | null>(null)
  const { act, pending: exporting } = useAction(refreshNothing)
  const title = resource.title ?? sentenceCase(resource.plural)

  async function exportAll(file: Resource) {
    await act(async (supabase) => {
      const { exportRecords } = await import('@/lib/records/export-records')
      await exportRecords(supabase, { resource, file, tenantId, query })
    })
  }

  const buttons = (
    <>
      {mayExport ? (
        <FileButton
          icon={<Download aria-hidden size={14} />}
          loading={exporting}
          resource={resource}
          onFile={exportAll}
        >
          Export
        </FileButton>
      ) : null}
      {mayImport ? (
        <FileButton icon={<Upload aria-hidden size={14} />} resource={resource} onFile={setImporting}>
          Import
        </FileButton>
      ) : null}
      {actions}
      {onCreate ? (
        <Button variant="primary" icon={<Plus aria-hidden size={14} />} onClick={onCreate}>
          New {resource.noun}
        </Button>
      ) : null}
      {importing ? (
        <ImportDialog resource={importing} tenantId={tenantId} onClose={() => setImporting(null)} />
      ) : null}
    </>
  )
  if (!tenantId) return <PageHeader title={title} description={resource.description} actions={buttons} />
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

/** Asks which file, where a resource's parts have their own. */
function FileButton({
  resource,
  onFile,
  children,
  ...button
}: Pick<ButtonProps, 'icon' | 'loading' | 'children'> & {
  resource: Resource
  onFile: (file: Resource) => void
}) {
  const files = [resource, ...resource.children.flatMap(({ file }) => file ?? [])]
  if (files.length === 1) {
    return (
      <Button {...button} onClick={() => onFile(resource)}>
        {children}
      </Button>
    )
  }
  return (
    <Menu
      trigger={
        <Button {...button} className="w-full">
          {children}
          <ChevronDown aria-hidden size={14} />
        </Button>
      }
      entries={files.map((file) => ({
        kind: 'action',
        label: sentenceCase(file.plural),
        onSelect: () => onFile(file),
      }))}
    />
  )
}
