import type { SyntheticEvent } from 'react'
import { CopyButton } from '@/components/common/copy-button'
import { failureOf } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Combobox } from '@/components/ui/combobox'
import { DraftNotice } from '@/components/ui/draft-notice'
import { FailureAlert } from '@/components/ui/failure-alert'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useDraft } from '@/hooks/use-draft'
import { useEdits } from '@/hooks/use-edits'
import { useMember } from '@/hooks/use-member'
import { useSubmit } from '@/hooks/use-submit'
import { useCurrentTenant } from '@/hooks/use-tenant'
import { useTenantTerms } from '@/hooks/use-tenant-settings'
import { useUnsavedChanges } from '@/hooks/use-unsaved-changes'
import { useWrite } from '@/hooks/use-write'
import { TIME_ZONES, zoneName } from '@/lib/dates/zones'
import { may } from '@/lib/session/permissions'
import { TENANTS } from '@/lib/supabase/constraints'
import { saveTenantTerms } from '@/lib/telephony/settings-client'
import { wholeNumber } from '@/lib/validation/whole-number'

const SEATS = wholeNumber(TENANTS.extension_limit)

/** Settings that are never inherited: domain, time zone and purchased seats. */
export function TenantTerms() {
  const tenant = useCurrentTenant()
  const { permissions } = useMember()
  const write = useWrite()
  const query = useTenantTerms(tenant.id)
  const { data: terms, retry } = query
  const stored = terms ?? tenant
  const { values, changed, unchanged, version, edit, saved, discard } = useEdits(
    { zone: stored.time_zone, seats: String(stored.extension_limit) },
    terms?.version ?? 0,
  )
  const { zone, seats } = values
  const { attempt, working, failure, setFailure } = useSubmit()
  const mayEdit = may(permissions, 'tenants', 'edit') && Boolean(terms)
  const draft = useDraft(`tenant-terms ${tenant.id}`, version, changed, edit)
  useUnsavedChanges(!unchanged, { onLost: draft.forget })
  const { data: limit, error: refused } = SEATS.safeParse(seats)

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (!terms || working || limit === undefined) return
    await attempt(async () => {
      await write(async (supabase) => {
        await saveTenantTerms(
          supabase,
          { id: terms.id, version },
          { time_zone: zone, extension_limit: limit },
        )
        draft.forget()
      }, 'Saved the tenant')
      saved(values, version + 1)
    })
    // Someone else may have saved meanwhile.
    await retry()
  }

  return (
    <Card title="Tenant">
      <form noValidate onSubmit={submit} aria-label="Tenant" className="flex flex-col gap-4">
        {mayEdit ? <DraftNotice {...draft} /> : null}
        {terms ? null : failureOf(query, 'The time zone and seats could not be loaded')}
        <FailureAlert text={failure} />
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <div className="flex flex-col gap-1.5">
            <span className="text-sm font-medium">Domain</span>
            <span className="flex min-h-8 items-center gap-1">
              <span className="code min-w-0 truncate">{tenant.domain}</span>
              <CopyButton text={tenant.domain} what="domain" />
            </span>
          </div>
          <FormRow label="Time zone">
            <Combobox
              value={zone}
              text={zoneName(zone)}
              searchLabel="Find a time zone"
              disabled={!mayEdit}
              options={TIME_ZONES}
              onSelect={(chosen) => edit({ zone: chosen })}
            />
          </FormRow>
          <FormRow
            label="Extension seats"
            error={refused?.issues[0]?.message}
            hint={`${tenant.extensions} in use.${limit !== undefined && limit < tenant.extensions ? ' Those over the limit stay.' : ''}`}
          >
            <Input
              inputMode="numeric"
              disabled={!mayEdit}
              value={seats}
              onChange={(event) => edit({ seats: event.target.value })}
            />
          </FormRow>
        </div>
        {unchanged ? null : (
          <div className="flex justify-end gap-2">
            <Button
              disabled={working}
              onClick={() => {
                discard()
                draft.forget()
                setFailure(undefined)
              }}
            >
              Discard
            </Button>
            <Button type="submit" variant="primary" loading={working}>
              Save tenant
            </Button>
          </div>
        )}
      </form>
    </Card>
  )
}
