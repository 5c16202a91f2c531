import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { Loaded } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { FormRow } from '@/components/ui/form-row'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { useMergePreview } from '@/hooks/use-opportunity'
import { useWrite } from '@/hooks/use-write'
import { termsLabel } from '@/lib/billing/account'
import type { DuplicateGroup } from '@/lib/sales/companies'
import { mergeCompanies, mergeLines, type MergePreview, suggestedSurvivor } from '@/lib/sales/company-merge'

type Alike = DuplicateGroup['companies'][number]

/** Merges two companies: which one to keep, what moves, and what prevents it. */
export function MergeDialog({ companies, onClose }: { companies: readonly Alike[]; onClose: () => void }) {
  const write = useWrite()
  const [survivor, setSurvivor] = useState(suggestedSurvivor(companies)?.id ?? '')
  const others = companies.filter(({ id }) => id !== survivor)
  const [wanted, setWanted] = useState('')
  const duplicate = others.find(({ id }) => id === wanted) ?? others[0]
  const query = useMergePreview(survivor, duplicate?.id)
  const preview = query.data

  async function merge() {
    if (!preview || preview.obstacle) return false
    try {
      await write(
        (supabase) => mergeCompanies(supabase, preview),
        `${preview.duplicate.name} is now part of ${preview.survivor.name}`,
      )
    } catch (error) {
      // The preview may be outdated.
      void query.retry()
      throw error
    }
    return true
  }

  return (
    <FormDialog
      title="Merge companies"
      description="Everything moves to the company that is kept; the other one is removed."
      submitLabel="Merge"
      tone="danger"
      dirty={false}
      draft={null}
      ready={Boolean(preview && !preview.obstacle)}
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
        <Loaded
          query={query}
          pending={<Skeleton className="h-16 w-full" />}
          empty={
            <Alert tone="danger" quiet>
              One of the two companies no longer exists.
            </Alert>
          }
        >
          {(found) => <Preview preview={found} />}
        </Loaded>
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
        {lines.length === 0 ? <li>only a note: the other one has nothing to move</li> : null}
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {preview.lost_terms === null ? null : (
        <p className="mt-2 text-text-muted">
          The terms of {preview.duplicate.name} ({termsLabel(preview.lost_terms)}) are not taken over.
        </p>
      )}
    </div>
  )
}

// Names alone may not distinguish them.
const asOption = ({ id, name, status, tenant_code }: Alike) => ({
  value: id,
  label: [name, status, tenant_code].filter(Boolean).join(' · '),
})
