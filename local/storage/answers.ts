/** Any origin may call, and its credentials decide; the headers a player needs for seeking are readable across origins. */
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'accept-ranges, content-disposition, content-length, content-range, etag',
}

/** Hosted Storage's answer to each refusal: its own status, two codes and message. */
const REFUSALS = {
  invalid: ['400', 'InvalidRequest', 'InvalidRequest', 'The request is not valid'],
  invalidKey: ['400', 'InvalidKey', 'InvalidKey', 'Invalid key'],
  invalidToken: ['400', 'InvalidJWT', 'InvalidJWT', 'The signature is not valid or has expired'],
  unauthorized: ['403', 'Unauthorized', 'AccessDenied', 'new row violates row-level security policy'],
  noBucket: ['404', 'Bucket not found', 'NoSuchBucket', 'Bucket not found'],
  noObject: ['404', 'not_found', 'NoSuchKey', 'Object not found'],
  duplicate: ['409', 'Duplicate', 'ResourceAlreadyExists', 'The resource already exists'],
  tooLarge: ['413', 'Payload too large', 'EntityTooLarge', 'The object exceeded the maximum allowed size'],
  busy: [
    '503',
    'DatabaseTimeout',
    'DatabaseTimeout',
    'The server is busy. Nothing was done; try again in a moment.',
  ],
  mimeType: ['415', 'invalid_mime_type', 'InvalidMimeType', 'This mime type is not supported'],
} as const

/** A refusal, answered in the JSON shape of hosted Storage: `{statusCode, error, code, message}`. */
export class StorageRefusal extends Error {
  readonly reason: keyof typeof REFUSALS

  constructor(reason: keyof typeof REFUSALS, message?: string) {
    super(message ?? REFUSALS[reason][3])
    this.reason = reason
  }
}

/**
 * Answers a refusal: hosted Storage sends all of them with HTTP status 400 and its own status in the body. That the server is busy is none:
 * clients and proxies send such a request again by its status.
 */
export function refuse({ reason, message }: StorageRefusal): Response {
  const [statusCode, error, code] = REFUSALS[reason]
  const answered = json({ statusCode, error, code, message }, reason === 'busy' ? 503 : 400)
  if (reason === 'busy') answered.headers.set('retry-after', '1')
  return answered
}

/** Answers JSON that no cache may keep. */
export function json(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { ...corsHeaders, 'cache-control': 'no-store' } })
}

/** Answers bytes, or none. */
export function answer(
  body: ReadableStream<Uint8Array> | null,
  status: number,
  headers: Record<string, string>,
): Response {
  return new Response(body, { status, headers: { ...corsHeaders, ...headers } })
}
