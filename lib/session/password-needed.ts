import { RequestFailure } from '../errors'

/** The refusal of what needs a sign-in within the last ten minutes, from the database or the API. */
export const PASSWORD_NEEDED = 'TR401'

/** Whether a failure means that the password has to be typed again. */
export function isPasswordNeeded(error: unknown): boolean {
  const body = error instanceof RequestFailure ? error.body : undefined
  return typeof body === 'object' && body !== null && 'code' in body && body.code === PASSWORD_NEEDED
}

/** The password was asked for and not given. */
export class PasswordNotGiven extends RequestFailure {
  override name = 'PasswordNotGiven'

  constructor() {
    super('Nothing was done: the password was not entered.', 0)
  }
}
