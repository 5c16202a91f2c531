import { useController } from 'react-hook-form'
import { DestinationPicker } from '@/components/common/destination-picker'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useCurrentTenant } from '@/hooks/use-tenant'
import { HOUR_MS } from '@/lib/dates/calendar'
import { formatInZone } from '@/lib/dates/format'
import { inputOfInstant, isoOfInput } from '@/lib/dates/wall-input'
import { zoneName } from '@/lib/dates/zones'
import type { RecordValues } from '@/lib/records/field'
import { nextAt } from '@/lib/telephony/inbound'

const CHOICES: readonly { label: string; end: (zone: string) => Date }[] = [
  { label: '1 hour', end: () => new Date(Math.ceil(Date.now() / 60_000) * 60_000 + HOUR_MS) },
  { label: 'Until 5 PM', end: (zone) => nextAt(zone, 17 * 60, new Date()) },
  { label: 'Until 8 AM', end: (zone) => nextAt(zone, 8 * 60, new Date()) },
]

/** "Forward until 5 PM": another destination for all calls, until a time in the tenant's zone. */
export function OverrideFields() {
  const zone = useCurrentTenant().time_zone
  const {
    field: { value: target, onChange: setTarget },
    fieldState: { error: targetError },
  } = useController<RecordValues>({ name: 'override_destination_id' })
  const {
    field: { ref, value: until, onChange: setUntil, onBlur },
    fieldState: { error: untilError },
  } = useController<RecordValues>({ name: 'override_until' })
  const destination = (target as string | null) ?? null
  const end = (until as string | null) ?? null

  return (
    <fieldset className="rounded-lg border border-border bg-surface-subtle p-3">
      <legend className="px-1 text-sm font-medium">For a time</legend>
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
        <FormRow part="override_destination_id" label="Send all calls to" error={targetError?.message}>
          <DestinationPicker
            value={destination}
            noneLabel="No override"
            onChange={(id) => {
              setTarget(id)
              if (!id) setUntil(null)
            }}
          />
        </FormRow>
        <FormRow
          label="Until"
          error={untilError?.message}
          hint={end ? hint(end, zone) : `In the tenant’s time zone, ${zoneName(zone)}.`}
        >
          <Input
            type="datetime-local"
            ref={ref}
            value={end ? inputOfInstant(zone, Date.parse(end)) : ''}
            onBlur={onBlur}
            onChange={(event) => setUntil(isoOfInput(zone, event.target.value))}
          />
        </FormRow>
      </div>
      <div className="mt-2 flex flex-wrap gap-1.5">
        {CHOICES.map(({ label, end: endOf }) => (
          <Button
            key={label}
            size="sm"
            onClick={() => setUntil(endOf(zone).toISOString())}
            disabled={!destination}
          >
            {label}
          </Button>
        ))}
        {destination || end ? (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              setTarget(null)
              setUntil(null)
            }}
          >
            End the override
          </Button>
        ) : null}
      </div>
    </fieldset>
  )
}

function hint(end: string, zone: string): string {
  const shown = formatInZone(end, zone)
  return new Date(end) > new Date() ? `Ends ${shown}.` : `Ended ${shown}: calls follow the normal route.`
}
