import { Alert } from '@/components/ui/alert'
import { countOf } from '@/lib/words'

/** Says how many tenants a change of a rate plan affects; nothing if it is the tenant of the page alone. */
export function PlanUsers({ tenants, used = false }: { tenants: number; used?: boolean }) {
  if (used && tenants === 1) return null
  return (
    <Alert tone="info" quiet>
      {tenants === 0
        ? 'No tenant uses this plan.'
        : `${countOf(tenants, 'tenant')} ${tenants === 1 ? 'uses' : 'use'} this plan${used ? ', this one among them' : ''}. Changes apply to every invoice that is not issued yet, also to calls made before. Issue those first that are to keep the earlier prices. The plan can be deleted once no tenant uses it.`}
    </Alert>
  )
}
