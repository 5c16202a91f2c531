import { ChevronDown, Download, MoreHorizontal, Plus, Upload } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button, type ButtonProps } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { IconButton } from '@/components/ui/icon-button'
import { lateDialog } from '@/components/ui/late-code'
import { Menu } from '@/components/ui/menu'
import { PageHeader } from '@/components/ui/page-header'
import { SectionHeader } from '@/components/ui/section-header'
import type { Records } from '@/hooks/use-record-query'
import { noRefresh, useAction } from '@/hooks/use-write'
import { formatCount } from '@/lib/lists/page'
import type { RecordRow } from '@/lib/records/field'
import type { Resource } from '@/lib/records/resource'
import { sentenceCase } from '@/lib/words'
import type { ResourcePageProps } from './resource-page'

const ImportDialog = lateDialog(
  dynamic(() => import('./import-dialog').then((module) => module.ImportDialog)),
)

/** The heading of a list: the page's h1, or below the tenant's name. */
export function ResourceHeader<Row extends RecordRow>({
  records,
  actions,
  onImported,
  onCreate,
}: Pick<ResourcePageProps<Row>, 'actions' | 'onImported'> & {
  records: Records<Row>
  onCreate?: () => void
}) {
  const { resource, source, query, list, mayDo } = records
  const { tenantId } = source
  const mayExport = mayDo('export')
  const mayImport = Boolean(resource.importKey) && (mayDo('create') || mayDo('edit'))
  const [importing, setImporting] = useState<Resource | null>(null)
  const [filesShown, setFilesShown] = useState(false)
  const { act, pending: exporting } = useAction(noRefresh)
  const title = resource.title ?? sentenceCase(resource.plural)

  const exportAll = (file: Resource) =>
    act(async (supabase) => {
      const { exportRecords } = await import('@/lib/records/record-csv')
      await exportRecords(supabase, resource, file, tenantId, query)
    })

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
          onClose={(added) => {
            setImporting(null)
            if (added && importing === resource) onImported?.(added)
          }}
        />
      ) : null}
    </>
  )
  const header = { title, description: resource.description, actions: buttons }
  if (!tenantId) return <PageHeader {...header} />
  return <SectionHeader {...header} count={list.count === undefined ? undefined : formatCount(list.count)} />
}

interface FileButtonProps extends Pick<ButtonProps, 'icon' | 'loading' | 'children'> {
  resource: Resource
  onFile: (file: Resource) => void
}

/** Selects a file, if child tables have their own. */
function FileButton({ resource, onFile, children, ...button }: FileButtonProps) {
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
