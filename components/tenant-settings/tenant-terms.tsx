import { type SyntheticEvent, useState } from 'react'
import { CopyButton } from '@/components/common/copy-button'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Combobox } from '@/components/ui/combobox'
import { DraftNotice } from '@/components/ui/draft-notice'
import { FailureAlert } from '@/components/ui/failure-alert'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useDraft } from '@/hooks/use-draft'
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
  const { data: terms, retry } = useTenantTerms(tenant.id)
  const [zone, setZone] = useState<string | null>(null)
  const [seats, setSeats] = useState<string | null>(null)
  const { attempt, working, failure } = useSubmit()
  const mayEdit = may(permissions, 'tenants', 'edit') && Boolean(terms)
  const changed = zone !== null || seats !== null
  const draft = useDraft(
    `tenant-terms ${tenant.id}`,
    null,
    { ...(zone !== null && { zone }), ...(seats !== null && { seats }) },
    (typed) => {
      setZone(typed.zone ?? null)
      setSeats(typed.seats ?? null)
    },
  )
  useUnsavedChanges(changed, draft.forget)
  const shownSeats = seats ?? String(terms?.extension_limit ?? tenant.extension_limit)
  const { data: limit, error: refused } = SEATS.safeParse(shownSeats)

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (!terms || working || limit === undefined) return
    const values = { time_zone: zone ?? terms.time_zone, extension_limit: limit }
    await attempt(() =>
      write(async (supabase) => {
        await saveTenantTerms(supabase, terms, values)
        draft.forget()
        // What was typed since stays.
        setZone((now) => (now === zone ? null : now))
        setSeats((now) => (now === seats ? null : now))
      }, 'Saved the tenant'),
    )
    // Someone else may have saved meanwhile.
    await retry()
  }

  return (
    <Card title="Tenant">
      <form noValidate onSubmit={submit} aria-label="Tenant" className="flex flex-col gap-4">
        {mayEdit ? <DraftNotice {...draft} /> : null}
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
              value={zone ?? terms?.time_zone ?? tenant.time_zone}
              text={zoneName(zone ?? terms?.time_zone ?? tenant.time_zone)}
              searchLabel="Find a time zone"
              disabled={!mayEdit}
              options={TIME_ZONES}
              onSelect={setZone}
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
              value={shownSeats}
              onChange={(event) => setSeats(event.target.value)}
            />
          </FormRow>
        </div>
        {changed ? (
          <div className="flex justify-end gap-2">
            <Button
              disabled={working}
              onClick={() => {
                setZone(null)
                setSeats(null)
              }}
            >
              Discard
            </Button>
            <Button type="submit" variant="primary" loading={working}>
              Save tenant
            </Button>
          </div>
        ) : null}
      </form>
    </Card>
  )
}
