import { useState } from 'react'
import { type DeleteDialogProps, DeleteForm } from '@/components/common/delete-form'
import { Loaded } from '@/components/common/loaded'
import { ReferenceSelect } from '@/components/common/reference-select'
import { Alert } from '@/components/ui/alert'
import { FormRow } from '@/components/ui/form-row'
import { Skeleton } from '@/components/ui/skeleton'
import { deleteGateway, useGatewayUses } from '@/hooks/use-gateway-uses'
import { useGateways } from '@/hooks/use-outbound-routes'
import { GATEWAY } from '@/lib/resources/kinds'
import { numberInStock } from '@/lib/resources/number'
import { outboundRoute } from '@/lib/resources/outbound-route'
import { shownNumber } from '@/lib/validation/phone'
import { countOf } from '@/lib/words'

type Use = NonNullable<ReturnType<typeof useGatewayUses>['data']>[number]

/** Maximum number of tenants named. */
const NAMED = 50

/** Deletes a gateway; if routes or numbers use it, they are moved to another one. */
export function DeleteGateway(props: DeleteDialogProps) {
  const { row } = props
  const query = useGatewayUses(row.id)
  const [replacement, setReplacement] = useState<string | null>(null)
  const used = (query.data?.length ?? 0) > 0
  const registered = query.data?.[0]?.registered ?? 0
  const chosen = useGateways()?.find(({ id }) => id === replacement)

  return (
    <DeleteForm
      {...props}
      submitLabel={used ? 'Replace and delete' : 'Delete'}
      ready={query.data !== undefined && (!used || replacement !== null)}
      remove={(supabase) => deleteGateway(supabase, row, replacement)}
    >
      <Loaded
        query={query}
        pending={<Skeleton className="h-12 w-full" />}
        empty={
          <p className="text-base text-text-muted">
            Nothing uses it. You can restore it only from the audit trail, without its password.
          </p>
        }
      >
        {(uses) => (
          <Alert tone="warning" quiet title={`It is used by ${usesInWords(uses)}`}>
            <ul className="mt-1 list-disc pl-5">
              {byTenant(uses)
                .slice(0, NAMED)
                .map(([tenant, own]) => (
                  <li key={tenant}>
                    <span className="font-medium">{tenant}</span>
                    <span className="text-text-muted">: {own.map(labelOf).join(', ')}</span>
                  </li>
                ))}
              {byTenant(uses).length > NAMED || uses.length < countIn(uses) ? (
                <li className="text-text-muted">and others</li>
              ) : null}
            </ul>
          </Alert>
        )}
      </Loaded>
      {used ? (
        <FormRow
          label="Use this gateway instead"
          hint="Replaces it in all of them. A route that has both keeps one."
          required
        >
          <ReferenceSelect
            to={GATEWAY}
            value={replacement}
            onChange={setReplacement}
            without={[row.id]}
            required
          />
        </FormRow>
      ) : null}
      {registered > 0 ? (
        <Alert
          tone="warning"
          quiet
          title={`${countOf(registered, numberInStock)} registered for 911 with the carrier of this gateway`}
        >
          If the other gateway is another carrier’s, register them again there.
        </Alert>
      ) : null}
      {chosen && !chosen.enabled ? (
        <Alert tone="danger" title={`${chosen.name} is off`}>
          No calls go out through it until it is turned on.
        </Alert>
      ) : chosen && row.may_carry_emergency === true && !chosen.may_carry_emergency ? (
        <Alert tone="danger" title={`${chosen.name} may not carry 911`}>
          Emergency routes need a gateway that may carry 911. If this carrier delivers emergency calls, turn
          that on first.
        </Alert>
      ) : null}
    </DeleteForm>
  )
}

function usesInWords([first]: readonly Use[]): string {
  const { routes = 0, numbers = 0 } = first ?? {}
  return [
    routes > 0 ? countOf(routes, outboundRoute) : '',
    numbers > 0 ? countOf(numbers, numberInStock) : '',
  ]
    .filter(Boolean)
    .join(' and ')
}

/** How many there are in all, which may be more than are listed. */
const countIn = ([first]: readonly Use[]) => (first?.routes ?? 0) + (first?.numbers ?? 0)

function byTenant(uses: readonly Use[]): [string, Use[]][] {
  return [...Map.groupBy(uses, ({ tenant_name }) => tenant_name ?? 'No tenant')]
}

function labelOf({ table_name, label }: Use): string {
  return table_name === 'dids' ? shownNumber(label) : label
}
