/** The form of all database ids, in lowercase, for use in a pattern. */
export const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const WHOLE = new RegExp(`^${UUID}$`, 'i')

/** Whether a value is a UUID, in uppercase or lowercase. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && WHOLE.test(value)
}
