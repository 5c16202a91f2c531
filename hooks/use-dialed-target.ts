import { answerOf } from '@/lib/supabase/answer'
import { codeWithDigits, isInternal } from '@/lib/telephony/dialed-codes'
import { parkSpaceOf } from '@/lib/telephony/park-spaces'
import { keys } from './keys'
import { useDebounced } from './use-debounced'
import { useParkLots } from './use-park-lots'
import { useQuery } from './use-query'
import { useCurrentTenantId } from './use-tenant'
import { useFeatureCodes } from './use-tenant-settings'

/**
 * What a phone of the page's tenant reaches at a number, in words: a record, a parking space, or a feature. Null if nothing has the
 * number; undefined while loading, and for outside numbers.
 */
export function useDialedTarget(dialed: string): string | null | undefined {
  const tenantId = useCurrentTenantId()
  const number = useDebounced(dialed)
  const codes = useFeatureCodes().data
  const lots = useParkLots().data
  const held = useQuery(isInternal(number) ? keys.heldNumber(tenantId, number) : null, async (supabase) => {
    const plan = supabase.from('number_plan').select('name').eq('tenant_id', tenantId)
    return answerOf<{ name: string } | null>(await plan.eq('number', number).maybeSingle())
  }).data
  if (number !== dialed || held === undefined || !codes || !lots) return undefined
  return (
    held?.name ??
    lots.find((lot) => parkSpaceOf(lot, number))?.name ??
    codeWithDigits(codes, number)?.name ??
    null
  )
}
