import { ArrowUpDown } from 'lucide-react'
import dynamic from 'next/dynamic'
import { parseAsString, useQueryState } from 'nuqs'
import { Fragment, useState } from 'react'
import { ResourcePage } from '@/components/records/resource-page'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { lateDialog } from '@/components/ui/late-code'
import { Skeleton } from '@/components/ui/skeleton'
import { useMember } from '@/hooks/use-member'
import { useOutboundPlan, useReorderRoutes } from '@/hooks/use-outbound-routes'
import { outboundRoute } from '@/lib/resources/outbound-route'
import { may } from '@/lib/session/permissions'
import type { Tables } from '@/lib/supabase/database.types'
import { isCostly, type Preset, PRESETS } from '@/lib/telephony/outbound'
import { routesInOrder, testRoutes } from '@/lib/telephony/route-choice'
import { shownNumber } from '@/lib/validation/phone'
import { OutboundEditor } from './outbound-editor'
import { TestNumber } from './test-number'

const RouteOrder = lateDialog(dynamic(() => import('./route-order').then((module) => module.RouteOrder)))
const DefaultRoutes = lateDialog(
  dynamic(() => import('./default-routes').then((module) => module.DefaultRoutes)),
)

type Route = Tables<'outbound_routes'>

/** A tenant's outbound routes, in the order they are tried. */
export function OutboundPage() {
  const { permissions } = useMember()
  const { data: plan } = useOutboundPlan()
  const { move } = useReorderRoutes()
  const [ordering, setOrdering] = useState(false)
  const [starting, setStarting] = useState(false)
  const [from] = useQueryState('from', parseAsString)
  const mayEdit = may(permissions, 'telephony', 'edit')
  const routes = routesInOrder(plan?.routes ?? [])

  function rowActions(route: Route) {
    if (!mayEdit) return []
    const place = routes.findIndex(({ id }) => id === route.id)
    const entry = (label: string, by: -1 | 1, disabled: boolean) => ({
      kind: 'action' as const,
      label,
      disabled,
      onSelect() {
        const ordered = [...routes]
        ordered.splice(place + by, 0, ...ordered.splice(place, 1))
        void move(ordered)
      },
    })
    return [entry('Move up', -1, place <= 0), entry('Move down', 1, place < 0 || place === routes.length - 1)]
  }

  return (
    <>
      <ResourcePage
        resource={outboundRoute}
        editor={OutboundEditor}
        cells={{
          name: ({ name, enabled, toll_class }) => (
            <span className="inline-flex min-w-0 items-center gap-1.5">
              <span className="min-w-0 break-words">{name}</span>
              {enabled && isCostly(toll_class) ? <Badge tone="warning">Costly</Badge> : null}
            </span>
          ),
          matches: ({ matches, pattern }) =>
            matches === 'pattern' ? (
              <span className="code">{pattern}</span>
            ) : (
              PRESETS[matches as Preset].label
            ),
          gateways: ({ gateway_1, gateway_2, gateway_3 }) => (
            <Gateways names={[gateway_1, gateway_2, gateway_3]} />
          ),
          number_sent: ({ strip_digits, prefix }) => changeText(strip_digits, prefix),
          caller_id_did_id: ({ caller_id_did_id }) => {
            const number = caller_id_did_id ? plan?.numbers.get(caller_id_did_id) : undefined
            return number ? (
              <span className="numeric">{shownNumber(number)}</span>
            ) : (
              <span className="text-text-muted">The extension’s</span>
            )
          },
        }}
        rowActions={rowActions}
        actions={
          mayEdit && (!plan || routes.length > 1) ? (
            <Button icon={ArrowUpDown} disabled={!plan} onClick={() => setOrdering(true)}>
              Change order
            </Button>
          ) : null
        }
        above={
          plan ? (
            <div className="mb-4 flex flex-col gap-3">
              {plan.routes.length === 0 && may(permissions, 'telephony', 'create') ? (
                <Alert
                  tone="info"
                  quiet
                  title="Phones cannot call out yet"
                  action={<Button onClick={() => setStarting(true)}>Add the default routes</Button>}
                >
                  Routes for emergency, toll-free, local and national calls. International and premium routes
                  start off.
                </Alert>
              ) : null}
              {plan.routes.length > 0 && !testRoutes(plan.routes, '911', plan.gateways).winner ? (
                <Alert tone="danger" quiet title="911 cannot be dialed">
                  No enabled route takes emergency calls to a gateway that may carry them.
                </Alert>
              ) : null}
              {plan.routes.length > 0 ? <TestNumber plan={plan} from={from ?? undefined} /> : null}
            </div>
          ) : (
            <Skeleton className="mb-4 h-[3.375rem] w-full sm:h-34" />
          )
        }
        emptyText="Without a route, phones can call each other but nobody outside."
      />
      {ordering ? <RouteOrder routes={routes} onClose={() => setOrdering(false)} /> : null}
      {starting ? <DefaultRoutes onClose={() => setStarting(false)} /> : null}
    </>
  )
}

/** In the order they are tried; many take several lines. */
function Gateways({ names }: { names: readonly (string | null)[] }) {
  const tried = names.filter((name) => name !== null)
  return (
    <span className="code inline-block whitespace-normal sm:min-w-48">
      {tried.map((name, place) => (
        <Fragment key={name}>
          {place > 0 ? ' → ' : null}
          <span className="inline-block max-w-full align-bottom sm:max-w-64 sm:truncate" title={name}>
            {name}
          </span>
        </Fragment>
      ))}
    </span>
  )
}

function changeText(strip: number, prefix: string) {
  if (!strip && !prefix) return <span className="text-text-muted">As dialed</span>
  return [strip ? `strip ${strip}` : '', prefix ? `add ${prefix}` : ''].filter(Boolean).join(', ')
}
