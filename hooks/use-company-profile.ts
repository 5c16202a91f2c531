import { loadCompanyProfile } from '@/lib/company/profile'
import { keys } from './keys'
import { useQuery } from './use-query'

/** The provider's own company; null until somebody has filled it in. */
export const useCompanyProfile = () =>
  useQuery(keys.records(null, 'company_profiles'), loadCompanyProfile, { early: true })
