import { NETWORK_FAILURE, Refusal, RequestFailure } from '../errors'
import { tooLargeText } from '../recordings/format'
import { FORBIDDEN } from './refusal'

/** An error of Storage. Most are answered with HTTP status 400, and `statusCode` is their own; without a status there was no answer. */
interface StorageError {
  message: string
  status?: number
  statusCode?: string
}

/** Why a file was not stored, in a bucket that takes so many bytes, as the user is told. */
export function storeFailure({ message, status = 0 }: StorageError, maxBytes: number): RequestFailure {
  return new RequestFailure(status ? storeProblem(message, maxBytes) : NETWORK_FAILURE, status)
}

function storeProblem(message: string, maxBytes: number): string {
  if (/row-level security/.test(message)) return FORBIDDEN
  if (/no room left/.test(message)) return 'The server has no room left for this file. Try again later.'
  return /exceeded the maximum/.test(message)
    ? tooLargeText(maxBytes)
    : 'The file could not be stored. Try again.'
}

/** Why a stored file could not be opened, as the user is told. */
export function openFailure({ message, status = 0, statusCode }: StorageError): RequestFailure {
  if (statusCode === '404') return new Refusal('The file is missing from storage.', 404, 'gone')
  return new RequestFailure(status ? message : NETWORK_FAILURE, status)
}
