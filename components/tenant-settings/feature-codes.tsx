import { pick } from 'es-toolkit/object'
import type { SyntheticEvent } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { announced } from '@/components/ui/failure-alert'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Skeleton } from '@/components/ui/skeleton'
import { Switch } from '@/components/ui/switch'
import { useEdits } from '@/hooks/use-edits'
import { useMember } from '@/hooks/use-member'
import { useSubmit } from '@/hooks/use-submit'
import { useFeatureCodes } from '@/hooks/use-tenant-settings'
import { useUnsavedChanges } from '@/hooks/use-unsaved-changes'
import { useWrite } from '@/hooks/use-write'
import { saveRecord } from '@/lib/records/record-client'
import { featureCode } from '@/lib/resources/feature-code'
import { may } from '@/lib/session/permissions'
import type { Tables } from '@/lib/supabase/database.types'

/** The tenant's feature codes; one that is in use is rejected with the name of its owner. */
export function FeatureCodes() {
  return (
    <Card title="Feature codes">
      <Loaded query={useFeatureCodes()} pending={<Skeleton className="h-40 w-full" />}>
        {(codes) => (
          <ul className="grid gap-x-6 gap-y-4 xl:grid-cols-2">
            {codes.map((code) => (
              <li key={code.id}>
                <FeatureCode stored={code} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

function FeatureCode({ stored }: { stored: Tables<'feature_codes'> }) {
  const { permissions } = useMember()
  const write = useWrite()
  const { values, unchanged, version, edit, saved, discard } = useEdits(
    pick(stored, ['code', 'enabled']),
    stored.version,
  )
  useUnsavedChanges(!unchanged)
  const { attempt, working, failure, setFailure } = useSubmit()
  const mayEdit = may(permissions, 'telephony', 'edit')

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    const parsed = featureCode.schema.safeParse(values)
    if (!parsed.success) return setFailure(parsed.error.issues[0]?.message)
    const { id, tenant_id: tenantId } = stored
    const save = { id, tenantId, expectedVersion: version, values: parsed.data }
    void attempt(async () => {
      const row = await write(
        (supabase) => saveRecord(supabase, featureCode, save),
        `Saved the feature code ${stored.name}`,
      )
      saved(values, row.version)
    })
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label={stored.name}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1.5 sm:grid-cols-[minmax(0,1fr)_7rem_auto]"
    >
      <FormRow label={stored.name} error={announced(failure)} className="sm:col-span-2">
        <Input
          className="code"
          maxLength={7}
          disabled={!mayEdit}
          value={values.code}
          onChange={(event) => edit({ code: event.target.value })}
        />
      </FormRow>
      <div className="flex flex-col items-start gap-1.5 pt-6.5">
        <Switch
          label={<span className="sr-only">{stored.name} enabled</span>}
          checked={values.enabled}
          disabled={!mayEdit}
          onChange={(event) => edit({ enabled: event.target.checked })}
        />
      </div>
      {unchanged ? null : (
        <div className="col-span-full flex gap-2">
          <Button type="submit" size="sm" variant="primary" loading={working}>
            Save<span className="sr-only"> {stored.name}</span>
          </Button>
          <Button
            size="sm"
            disabled={working}
            onClick={() => {
              discard()
              setFailure(undefined)
            }}
          >
            Discard<span className="sr-only"> {stored.name}</span>
          </Button>
        </div>
      )}
    </form>
  )
}
