import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Fields } from '@/components/records/fields'
import type { EditorProps } from '@/components/records/record-form'
import { Alert } from '@/components/ui/alert'
import { useGateways } from '@/hooks/use-outbound-routes'
import type { RecordValues } from '@/lib/records/field'
import { gatewayNumber } from '@/lib/telephony/gateway-number'
import { isCostly, type Preset, PRESETS } from '@/lib/telephony/outbound'
import { numberSent } from '@/lib/telephony/route-choice'

/** A route's form: the numbers it matches, what is sent, and its gateways. */
export function OutboundEditor({ resource, stored }: EditorProps) {
  const values = useWatch<RecordValues>() as RecordValues
  const matches = String(values.matches)
  const custom = matches === 'pattern'
  const tollClass = custom ? String(values.toll_class) : PRESETS[matches as Preset].tollClass
  useOffWhileCostly(stored === null, tollClass)
  const fields = (...names: string[]) => <Fields of={resource} names={names} stored={stored} />
  return (
    <>
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
        {fields('name', 'position', 'matches')}
        {custom ? fields('pattern', 'toll_class') : <Example preset={matches as Preset} values={values} />}
      </div>
      {isCostly(tollClass) && values.enabled !== true && !stored ? (
        <p className="text-sm text-text-muted">
          Costly calls: the route stays off until you switch it on below.
        </p>
      ) : null}
      {isCostly(tollClass) && values.enabled === true ? (
        <Alert tone="warning" quiet title="Costly calls">
          Anyone who takes over a phone can run up a bill here. Give the route a PIN and a limit of concurrent
          calls.
        </Alert>
      ) : null}
      <fieldset className="rounded-lg border border-border p-3">
        <legend className="px-1 text-sm font-medium">Gateways, in the order they are tried</legend>
        <div className="grid items-start gap-3 sm:grid-cols-3">
          {fields('gateway_1_id', 'gateway_2_id', 'gateway_3_id')}
        </div>
      </fieldset>
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
        {fields('strip_digits', 'prefix')}
        {/* Emergency calls show the phone's own number, which is registered at its address. */}
        {matches === 'emergency' ? null : fields('caller_id_did_id')}
        {fields('concurrent_limit', 'pin')}
        {stored ? null : (
          <p className="self-center text-sm text-text-muted">You can set a PIN after you save the route.</p>
        )}
        {fields('description', 'enabled')}
      </div>
    </>
  )
}

/** Keeps a new route for expensive calls disabled until it is enabled by hand. */
function useOffWhileCostly(isNew: boolean, tollClass: string) {
  const { setValue, getFieldState } = useFormContext<RecordValues>()
  const costly = isCostly(tollClass)
  const before = useRef(costly)
  useEffect(() => {
    if (isNew && costly !== before.current && !getFieldState('enabled').isTouched) {
      setValue('enabled', !costly)
    }
    before.current = costly
  }, [isNew, costly, setValue, getFieldState])
}

function Example({ preset, values }: { preset: Preset; values: RecordValues }) {
  const { example } = PRESETS[preset]
  const gateway = useGateways()?.find(({ id }) => id === values.gateway_1_id)
  const strip = typeof values.strip_digits === 'number' ? values.strip_digits : 0
  const sent = numberSent({ strip_digits: strip, prefix: String(values.prefix) }, example)
  return (
    <p className="self-center text-sm text-text-muted">
      Example: <span className="code">{example}</span> is sent as{' '}
      <span className="code">{gateway ? gatewayNumber(gateway, sent) : sent}</span>.
    </p>
  )
}
