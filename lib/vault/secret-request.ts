import { z } from 'zod'
import { ApiFailure } from '../api/failure'
import { type SecretKind, weaknessOf } from '../secrets'

/** Refuses a chosen secret that is too weak, as a check of the database would. Throws ApiFailure 409. */
export function refuseWeak(kind: SecretKind, secret: string): void {
  const weakness = weaknessOf(kind, secret)
  if (weakness) throw new ApiFailure(409, weakness, { code: '23514' })
}

/** Where a secret stands in a request's body. */
export const SECRET_PLACE = {
  owner_table: z.string().max(63),
  owner: z.uuid(),
  field: z.string().max(63),
  tenant: z.uuid().nullable(),
}
