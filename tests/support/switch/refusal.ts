import { REFUSAL } from '@/lib/api/failure'
import { AppFailure } from '@/switch/app-client'

/** What a request ends with that the app itself refuses; without `by`, a proxy in front of it does. */
export const refusal = (status: number, by?: 'app'): AppFailure =>
  new AppFailure('/', status, 'No.', new Headers(by && { [REFUSAL]: by }))
