import { ChevronDown, Download, MoreHorizontal, Plus, Upload } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type ComponentType, type ReactNode, useState } from 'react'
import { Button, type ButtonProps } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { IconButton } from '@/components/ui/icon-button'
import { Menu } from '@/components/ui/menu'
import { PageHeader } from '@/components/ui/page-header'
import type { Records } from '@/hooks/use-record-query'
import { noRefresh, useAction } from '@/hooks/use-write'
import { formatCount } from '@/lib/lists/page'
import type { RecordRow, RecordValues } from '@/lib/records/field'
import type { Resource } from '@/lib/records/resource'
import { sentenceCase } from '@/lib/records/text'

const ImportDialog = dynamic(() => import('./import-dialog').then((module) => module.ImportDialog))

/** A dialog that opens after an import that added records; `added` has their rows' values. */
export type AfterImport = ComponentType<{ added: readonly RecordValues[]; onClose: () => void }>

export interface ResourceHeaderProps<Row extends RecordRow> {
  records: Records<Row>
  onCreate: (() => void) | undefined
  afterImport: AfterImport | undefined
  actions: ReactNode
}

/** The heading of a list: the page's h1, or below the tenant's name. */
export function ResourceHeader<Row extends RecordRow>({
  records,
  onCreate,
  afterImport: AfterImport,
  actions,
}: ResourceHeaderProps<Row>) {
  const { resource, source, query, list, mayDo } = records
  const { tenantId } = source
  const { count } = list
  const mayExport = mayDo('export')
  const mayImport = Boolean(resource.importKey) && (mayDo('create') || mayDo('edit'))
  const [importing, setImporting] = useState<Resource | null>(null)
  const [filesShown, setFilesShown] = useState(false)
  const [added, setAdded] = useState<readonly RecordValues[]>([])
  const { act, pending: exporting } = useAction(noRefresh)
  const title = resource.title ?? sentenceCase(resource.plural)

  async function exportAll(file: Resource) {
    await act(async (supabase) => {
      const { exportRecords } = await import('@/lib/records/export-records')
      await exportRecords(supabase, { resource, file, tenantId, query })
    })
  }

  const buttons = (
    <>
      {mayExport || mayImport ? (
        <div className={cn('flex gap-2 max-sm:*:flex-1', !filesShown && 'max-sm:hidden')}>
          {mayExport ? (
            <FileButton icon={Download} loading={exporting} resource={resource} onFile={exportAll}>
              Export
            </FileButton>
          ) : null}
          {mayImport ? (
            <FileButton icon={Upload} resource={resource} onFile={setImporting}>
              Import
            </FileButton>
          ) : null}
        </div>
      ) : null}
      {actions}
      {onCreate || mayExport || mayImport ? (
        // Keeps these buttons in one line; others wrap in a narrow window.
        <div className={cn('flex gap-2', !onCreate && 'sm:hidden max-sm:flex-none!')}>
          {onCreate ? (
            <Button className="max-sm:flex-1" variant="primary" icon={Plus} onClick={onCreate}>
              New {resource.noun}
            </Button>
          ) : null}
          {mayExport || mayImport ? (
            <IconButton
              className="flex-none! sm:hidden"
              variant="secondary"
              label="Files"
              icon={MoreHorizontal}
              aria-expanded={filesShown}
              onClick={() => setFilesShown(!filesShown)}
            />
          ) : null}
        </div>
      ) : null}
      {importing ? (
        <ImportDialog
          resource={importing}
          tenantId={tenantId}
          onClose={(made) => {
            setImporting(null)
            if (importing === resource) setAdded(made)
          }}
        />
      ) : null}
      {AfterImport && added.length > 0 ? <AfterImport added={added} onClose={() => setAdded([])} /> : null}
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

/** Selects a file, if child tables have their own. */
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
