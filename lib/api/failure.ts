/** Thrown by an API handler to answer with this status and message instead of a result. */
export class ApiFailure extends Error {
  override name = 'ApiFailure'
  readonly status: number
  readonly issues?: { path: string; message: string }[]

  constructor(status: number, message: string, issues?: { path: string; message: string }[]) {
    super(message)
    this.status = status
    this.issues = issues
  }
}
