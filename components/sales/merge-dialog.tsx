import { useState } from 'react'
import useSWR from 'swr'
import { FormDialog } from '@/components/common/form-dialog'
import { Alert } from '@/components/ui/alert'
import { FormRow } from '@/components/ui/form-row'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { useRefreshRecords } from '@/hooks/use-record'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import type { DuplicateGroup } from '@/lib/sales/companies'
import {
  type MergePreview,
  mergeCompanies,
  mergeLines,
  previewMerge,
  proposedSurvivor,
} from '@/lib/sales/company-merge'
import { getSupabase } from '@/lib/supabase/browser-client'

type Alike = DuplicateGroup['companies'][number]

/** Makes one company of two: which one stays, what moves to it, and what stands in the way. */
export function MergeDialog({ companies, onClose }: { companies: readonly Alike[]; onClose: () => void }) {
  const refresh = useRefreshRecords()
  const [survivor, setSurvivor] = useState(proposedSurvivor(companies)?.id ?? '')
  const others = companies.filter(({ id }) => id !== survivor)
  const [wanted, setWanted] = useState('')
  const duplicate = others.find(({ id }) => id === wanted) ?? others[0]
  const preview = useSWR(
    duplicate ? (['records', 'merge', survivor, duplicate.id] as const) : null,
    async ([, , kept, gone]) => previewMerge(await getSupabase(), kept, gone),
  )

  async function merge() {
    if (!preview.data || preview.data.obstacle) return false
    try {
      await mergeCompanies(await getSupabase(), preview.data)
    } catch (error) {
      // What was seen may be out of date.
      void preview.mutate()
      throw error
    }
    void notify('success', `${preview.data.duplicate.name} is part of ${preview.data.survivor.name} now`)
    void refresh()
    return true
  }

  return (
    <FormDialog
      title="Merge companies"
      description="Everything moves to the company that is kept; the other one is removed. This cannot be undone."
      submitLabel="Merge"
      tone="danger"
      dirty={false}
      draft={null}
      ready={Boolean(preview.data && !preview.data.obstacle)}
      onSave={merge}
      onClose={onClose}
    >
      <FormRow label="Keep">
        <Select
          value={survivor}
          options={companies.map(asOption)}
          onChange={(event) => setSurvivor(event.target.value)}
        />
      </FormRow>
      <FormRow label="Merge into it">
        <Select
          value={duplicate?.id ?? ''}
          options={others.map(asOption)}
          onChange={(event) => setWanted(event.target.value)}
        />
      </FormRow>
      <div aria-live="polite">
        {preview.error ? <Alert tone="danger">{failureMessage(preview.error)}</Alert> : null}
        {preview.data === undefined && !preview.error ? <Skeleton className="h-16 w-full" /> : null}
        {preview.data === null ? (
          <Alert tone="danger" quiet>
            One of the two is not there any more.
          </Alert>
        ) : null}
        {preview.data ? <Preview preview={preview.data} /> : null}
      </div>
    </FormDialog>
  )
}

function Preview({ preview }: { preview: MergePreview }) {
  if (preview.obstacle) {
    return (
      <Alert tone="warning" quiet>
        {preview.obstacle}
      </Alert>
    )
  }
  const lines = mergeLines(preview)
  return (
    <div className="text-base">
      <p className="font-medium">{preview.survivor.name} gets</p>
      <ul className="mt-1 list-disc pl-5 text-text-muted">
        {lines.length === 0 ? <li>nothing but a note: the other one has nothing</li> : null}
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

// Names alone may not tell them apart.
const asOption = ({ id, name, status, tenant_code }: Alike) => ({
  value: id,
  label: [name, status, tenant_code].filter(Boolean).join(' · '),
})
