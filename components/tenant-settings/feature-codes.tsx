import { type SyntheticEvent, useState } from 'react'
import useSWR from 'swr'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ErrorState } from '@/components/ui/error-state'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Skeleton } from '@/components/ui/skeleton'
import { Switch } from '@/components/ui/switch'
import { useMember } from '@/hooks/use-member'
import { useRefreshRecords } from '@/hooks/use-record'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { saveRecord } from '@/lib/records/record-client'
import { featureCode } from '@/lib/resources/feature-code'
import { may } from '@/lib/session/permissions'
import { getSupabase } from '@/lib/supabase/browser-client'
import type { Tables } from '@/lib/supabase/database.types'
import { featureCodes } from '@/lib/telephony/settings-client'

/** What phones of the tenant dial for features; a code that something else holds is refused with its name. */
export function FeatureCodes() {
  const tenantId = useCurrentTenantId()
  const { data, error, isValidating, mutate } = useSWR(
    ['records', 'feature-codes', tenantId] as const,
    async ([, , id]) => featureCodes(await getSupabase(), id),
  )
  return (
    <Card title="Feature codes">
      {data ? (
        <ul className="grid gap-x-6 gap-y-4 xl:grid-cols-2">
          {data.map((code) => (
            <li key={code.id}>
              <FeatureCode key={code.version} stored={code} />
            </li>
          ))}
        </ul>
      ) : error ? (
        <ErrorState message={failureMessage(error)} retrying={isValidating} onRetry={() => void mutate()} />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Card>
  )
}

function FeatureCode({ stored }: { stored: Tables<'feature_codes'> }) {
  const { permissions } = useMember()
  const refresh = useRefreshRecords()
  const [code, setCode] = useState(stored.code)
  const [enabled, setEnabled] = useState(stored.enabled)
  const [problem, setProblem] = useState<string>()
  const [working, setWorking] = useState(false)
  const changed = code !== stored.code || enabled !== stored.enabled
  const mayEdit = may(permissions, 'telephony', 'edit')

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (working) return
    const parsed = featureCode.schema.safeParse({
      code,
      enabled,
    })
    if (!parsed.success) return setProblem(parsed.error.issues[0]?.message)
    setWorking(true)
    setProblem(undefined)
    try {
      const { id, tenant_id: tenantId, version: expectedVersion } = stored
      const save = { id, tenantId, expectedVersion, values: parsed.data }
      await saveRecord(await getSupabase(), featureCode, save, ['code', 'enabled'])
      void notify('success', `Saved the feature code ${stored.name}`)
      await refresh()
    } catch (error) {
      setProblem(failureMessage(error))
    } finally {
      setWorking(false)
    }
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label={stored.name}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1.5 sm:grid-cols-[minmax(0,1fr)_7rem_auto]"
    >
      <FormRow label={stored.name} error={problem} className="sm:col-span-2">
        <Input
          className="code"
          maxLength={7}
          disabled={!mayEdit}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </FormRow>
      <div className="flex flex-col items-start gap-1.5 pt-6.5">
        <Switch
          label={<span className="sr-only">{stored.name} enabled</span>}
          checked={enabled}
          disabled={!mayEdit}
          onChange={(event) => setEnabled(event.target.checked)}
        />
      </div>
      {changed ? (
        <div className="col-span-full flex gap-2">
          <Button type="submit" size="sm" variant="primary" loading={working}>
            Save<span className="sr-only"> {stored.name}</span>
          </Button>
          <Button
            size="sm"
            disabled={working}
            onClick={() => {
              setCode(stored.code)
              setEnabled(stored.enabled)
              setProblem(undefined)
            }}
          >
            Discard<span className="sr-only"> {stored.name}</span>
          </Button>
        </div>
      ) : null}
    </form>
  )
}
