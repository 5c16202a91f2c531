/**
 * The request with its body read into memory, or the answer 413 as soon as the body turns out to be larger than `most` bytes; then
 * the connection is closed, so that the rest of it never arrives.
 */
export async function withinLimit(request: Request, most: number): Promise<Request | Response> {
  if (!request.body) return request
  const chunks: Uint8Array[] = []
  let size = 0
  if (Number(request.headers.get('content-length')) > most) return tooLarge()
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > most) return tooLarge()
    chunks.push(chunk)
  }
  const { url, method, headers, signal } = request
  return new Request(url, { method, headers, signal, body: size > 0 ? Buffer.concat(chunks) : null })
}

function tooLarge(): Response {
  return Response.json(
    { code: '413', message: 'The request is too large.', details: null, hint: null },
    { status: 413, headers: { 'access-control-allow-origin': '*', connection: 'close' } },
  )
}
