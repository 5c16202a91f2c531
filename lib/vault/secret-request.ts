import { z } from 'zod'
import { ApiFailure } from '../api/failure'
import { type SecretKind, weaknessOf } from '../secrets'

/** Rejects a chosen secret that is too weak, like a check of the database would. Throws ApiFailure 409. */
export function refuseWeak(kind: SecretKind, secret: string): void {
  const weakness = weaknessOf(kind, secret)
  if (weakness) throw new ApiFailure(409, weakness, { code: '23514' })
}

/** The fields of a request's body that identify a secret. */
export const SECRET_PLACE = {
  owner_table: z.string().max(63),
  owner: z.guid(),
  field: z.string().max(63),
  tenant: z.guid().nullable(),
}
