import { RequestFailure } from '../errors'

/** SQLSTATE of refusals that need a sign-in within the last ten minutes, from the database or the API. */
export const PASSWORD_NEEDED = 'TR401'

/** Whether a failure means the password must be entered again. */
export function isPasswordNeeded(error: unknown): boolean {
  const body = error instanceof RequestFailure ? error.body : undefined
  return typeof body === 'object' && body !== null && 'code' in body && body.code === PASSWORD_NEEDED
}

/** The user closed the password prompt. */
export class PasswordNotGiven extends RequestFailure {
  override name = 'PasswordNotGiven'

  constructor() {
    super('Nothing was changed: the password was not entered.', 0)
  }
}
